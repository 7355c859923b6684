import { descriptorOf, type Edge, type Graph, isFlowEdge, type Node } from '@attractor/pipeline';
import { mermaidIds, mermaidText } from './mermaid-text.ts';
import type { AgentSpec, Team } from './team.ts';

export interface MermaidOptions {
  /** Adds the stations and the flow edges of this graph below the team (MM-11). */
  readonly flow?: Graph;
  /** Id of a node that is drawn with a thick frame (MM-10). */
  readonly highlight?: string;
}

/** Fill and stroke of the usual classes (MM-07); the role of a data generator is also written in one word. */
const colours: Readonly<Record<string, readonly [fill: string, stroke: string]>> = {
  Strategizer: ['#1d4ed8', '#1e3a8a'],
  LiteratureReviewer: ['#6d28d9', '#4c1d95'],
  DataGenerator: ['#b45309', '#7c2d12'],
  Datagenerator: ['#b45309', '#7c2d12'],
  Implementer: ['#15803d', '#14532d'],
  Critic: ['#b91c1c', '#7f1d1d'],
  Debugger: ['#475569', '#1e293b'],
};

/** For other classes, in order of first appearance, over and over (MM-08). */
const fallbacks = [
  ['#0f766e', '#134e4a'],
  ['#a16207', '#713f12'],
  ['#be185d', '#831843'],
  ['#4338ca', '#312e81'],
] as const;

const longestDescription = 46;
const longestPreamble = 35;

/** The team as a Mermaid flowchart: a projection that nothing reads back (MM-01, MM-10). The same team gives the same bytes. */
export function toMermaid(team: Team, options: MermaidOptions = {}): string {
  const { flow, highlight } = options;
  const stations = flow === undefined ? [] : [...flow.nodes.values()].filter((node) => !team.agents.has(node.id));
  const agents = [...team.agents.values()];
  const ids = mermaidIds([
    ...team.agents.keys(),
    ...team.edges.flatMap(({ source, target }) => [source, target]),
    ...stations.map(({ id }) => id),
  ]);
  const id = (name: string): string => ids.get(name) ?? name;
  const classes = mermaidIds(agents.map(({ agentClass }) => agentClass));
  const lines = [
    ...agents.map((agent) => agentLine(id(agent.name), agent, agent.name === team.entry)),
    ...team.edges.map(({ source, target, preamble }) => {
      const arrow = source === team.entry ? '-->' : '-.->';
      const text = mermaidText(preamble, longestPreamble);
      return `${id(source)} ${arrow}${text === '' ? '' : `|"${text}"|`} ${id(target)}`;
    }),
    ...classLines(agents, classes, id),
    ...stations.map((node) => stationLine(id(node.id), node)),
    ...(flow?.edges ?? []).filter(isFlowEdge).map((edge) => flowLine(edge, id)),
    ...(highlight === undefined || !ids.has(highlight) ? [] : [`style ${id(highlight)} stroke:#f59e0b,stroke-width:4px`]),
  ];
  return ['flowchart TD', ...lines.map((line) => `    ${line}`)].join('\n');
}

function agentLine(id: string, agent: AgentSpec, isEntry: boolean): string {
  const about = mermaidText(agent.description.trim() === '' ? agent.role : agent.description, longestDescription);
  const label = `<b>${mermaidText(agent.name, Number.POSITIVE_INFINITY)}</b><br/>${mermaidText(agent.agentClass, longestDescription)}<br/><i>${about}</i>`;
  return isEntry ? `${id}(["${label}"])` : `${id}["${label}"]`;
}

/** `classDef` by first appearance, then the members in the order of the nodes (MM-02, MM-07 to MM-09). */
function classLines(agents: readonly AgentSpec[], classes: ReadonlyMap<string, string>, id: (name: string) => string): string[] {
  const members = new Map<string, string[]>();
  for (const { name, agentClass } of agents) {
    const list = members.get(agentClass);
    if (list === undefined) members.set(agentClass, [id(name)]);
    else list.push(id(name));
  }
  let unknown = 0;
  const definitions = [...members.keys()].map((name) => {
    const known = Object.hasOwn(colours, name) ? colours[name] : undefined;
    const [fill, stroke] = known ?? fallbacks[unknown++ % fallbacks.length] ?? fallbacks[0];
    return `classDef ${classes.get(name)} fill:${fill},stroke:${stroke},color:#fff,stroke-width:1px;`;
  });
  return [...definitions, ...[...members].map(([name, list]) => `class ${list.join(',')} ${classes.get(name)}`)];
}

function stationLine(id: string, node: Node): string {
  const type = mermaidText(node.type, longestDescription);
  const { role } = descriptorOf(node.type);
  const label = `<b>${mermaidText(node.id, Number.POSITIVE_INFINITY)}</b><br/>${type}`;
  return role === 'start' || role === 'exit' ? `${id}(("${mermaidText(node.id, longestDescription)}"))` : `${id}{{"${label}"}}`;
}

function flowLine(edge: Edge, id: (name: string) => string): string {
  const condition = edge.attributes.get('condition')?.text.replace(/^\s*preferred_label\s*==?\s*(\w+)\s*$/, '$1') ?? '';
  const label = mermaidText(edge.attributes.get('label')?.text.trim() || condition, longestPreamble);
  return `${id(edge.from)} ==>${label === '' ? '' : `|"${label}"|`} ${id(edge.to)}`;
}
