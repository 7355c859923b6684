import type { Edge, Graph, Node } from '../../model.ts';
import { quote } from '../../registry/read-value.ts';
import { graphValue } from '../../registry/value.ts';
import { valueRange, withRange } from '../../source-range.ts';
import { delegatesEdges, isAgent } from '../../topology/delegates.ts';
import { nearest } from '../distance.ts';
import type { Finding } from '../rule.ts';

/** The classes of GM-07, in order. */
export const ladderClasses = ['entry_required', 'not_an_agent', 'undeclared_node', 'entry_undeclared', 'missing_description'] as const;

export type LadderClass = (typeof ladderClasses)[number];

const cache = new WeakMap<Graph, Failing | undefined>();

interface Failing {
  readonly rule: LadderClass;
  readonly findings: readonly Finding[];
}

const checks: Readonly<Record<LadderClass, (graph: Graph) => readonly Finding[]>> = {
  entry_required: entryRequired,
  not_an_agent: notAnAgent,
  undeclared_node: undeclaredNode,
  entry_undeclared: entryUndeclared,
  missing_description: missingDescription,
};

/** What a class of the ladder found, when it is the first that failed: the later ones would judge what is not there (GM-07, A17). */
export function ladderFindings(graph: Graph, rule: LadderClass): readonly Finding[] {
  if (!graphValue(graph, 'study')) return [];
  let failing = cache.get(graph);
  if (!cache.has(graph)) {
    failing = firstFailing(graph);
    cache.set(graph, failing);
  }
  return failing?.rule === rule ? failing.findings : [];
}

function firstFailing(graph: Graph): Failing | undefined {
  for (const rule of ladderClasses) {
    const findings = checks[rule](graph);
    if (findings.length > 0) return { rule, findings };
  }
  return undefined;
}

/** The id that `entry` names; empty when it says nothing. */
export function entryId(graph: Graph): string {
  return graphValue(graph, 'entry') ?? '';
}

/** Ids without a statement of their own that the study's checks report (A17): ends of delegates edges, and the entry. */
export function claimedIds(graph: Graph): ReadonlySet<string> {
  if (!graphValue(graph, 'study')) return new Set();
  return new Set([entryId(graph), ...delegatesEdges(graph).flatMap(({ from, to }) => [from, to])]);
}

function isStated(graph: Graph, id: string): boolean {
  return graph.nodes.get(id)?.implicit === false;
}

function entryRequired(graph: Graph): Finding[] {
  if (entryId(graph) !== '') return [];
  const { attributes } = graph;
  const message = `the study names no entry; set \`entry\` to the agent that plans and concludes${namesText(agentNames(graph), ': agents are ')}`;
  return [{ message, ...withRange(valueRange(attributes.get('entry') ?? attributes.get('study'))) }];
}

function notAnAgent(graph: Graph): Finding[] {
  const used = new Set([entryId(graph), ...delegatesEdges(graph).flatMap(({ from, to }) => [from, to])]);
  const wrong = [...used].filter((id) => isStated(graph, id) && !isAgent(graph.nodes.get(id))).sort();
  const [first] = wrong;
  if (first === undefined) return [];
  const what = wrong.length === 1 ? 'is no agent' : 'are no agents';
  const message = `${wrong.map((id) => `\`${id}\``).join(', ')} ${what}, and only agents delegate or are delegated to; set \`type="agent"\``;
  return [{ message, ...nodePlace(graph.nodes.get(first)) }];
}

function undeclaredNode(graph: Graph): Finding[] {
  return delegatesEdges(graph).flatMap((edge) =>
    [...new Set([edge.from, edge.to])].filter((id) => !isStated(graph, id)).map((id) => undeclaredEnd(graph, edge, id)),
  );
}

function undeclaredEnd(graph: Graph, edge: Edge, id: string): Finding {
  const names = agentNames(graph);
  const guess = nearest(id, names);
  const hint = guess === undefined ? namesText(names, '; agents are ') : `; did you mean \`${guess}\`? Agents are ${names.join(', ')}`;
  const message = `the delegates edge ${edge.from} -> ${edge.to} names \`${id}\`, which has no statement of its own${hint}`;
  return { message, range: edge.range, edge: { from: edge.from, to: edge.to } };
}

function entryUndeclared(graph: Graph): Finding[] {
  const id = entryId(graph);
  if (isStated(graph, id)) return [];
  const names = agentNames(graph);
  const guess = nearest(id, names);
  const hint = guess === undefined ? namesText(names, '; agents are ') : `; did you mean \`${guess}\`? Agents are ${names.join(', ')}`;
  const message = `the entry is ${quote(id)}, and no node of that name has a statement of its own${hint}`;
  return [{ message, ...withRange(valueRange(graph.attributes.get('entry'))) }];
}

function missingDescription(graph: Graph): Finding[] {
  const missing = [...graph.nodes.values()]
    .filter((node) => isAgent(node) && !node.implicit && (node.attributes.get('description')?.text.trim() ?? '') === '')
    .map(({ id }) => id)
    .sort();
  const [first] = missing;
  if (first === undefined) return [];
  const who = missing.map((id) => `\`${id}\``).join(', ');
  const message = `${who} ${missing.length === 1 ? 'has' : 'have'} no \`description\`; whoever delegates chooses by it: set it on the node or in the agent file`;
  return [{ message, ...nodePlace(graph.nodes.get(first)) }];
}

/** Declared agents, sorted. */
function agentNames(graph: Graph): string[] {
  return [...graph.nodes.values()]
    .filter((node) => isAgent(node) && !node.implicit)
    .map(({ id }) => id)
    .sort();
}

function namesText(names: readonly string[], before: string): string {
  return names.length === 0 ? '' : `${before}${names.join(', ')}`;
}

function nodePlace(node: Node | undefined): Pick<Finding, 'range' | 'node'> {
  return node === undefined ? {} : { range: node.range, node: node.id };
}
