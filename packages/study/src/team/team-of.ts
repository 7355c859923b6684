import {
  agentFile,
  delegatesEdges,
  type Graph,
  graphValue,
  inheritedValue,
  isAgent,
  type Json,
  type JsonObject,
  type Node,
  nodeValue,
} from '@attractor/pipeline';
import type { NodeOverride } from '../config/node-override.ts';
import { classOfRole } from './agent-class.ts';
import type { AgentSpec, DelegatesEdge, Team } from './team.ts';

export interface TeamOptions {
  /** Absolute; where paths of a graph without a file begin. The process's by default. */
  readonly workingDirectory?: string;
  /** `nodes.<name>` of the config (AG-20). */
  readonly nodes?: ReadonlyMap<string, NodeOverride>;
}

/** The team of a validated graph (GM-01): agents and rights in the order of the file. Equal texts give equal teams; everything is frozen. */
export function teamOf(graph: Graph, options: TeamOptions = {}): Team {
  const { workingDirectory = process.cwd(), nodes = new Map() } = options;
  const agents = new Map<string, AgentSpec>();
  for (const node of graph.nodes.values()) {
    if (isAgent(node) && !node.implicit) agents.set(node.id, specOf(graph, node, workingDirectory, nodes.get(node.id)));
  }
  const edges = delegatesEdges(graph).map(
    ({ from, to, attributes }): DelegatesEdge =>
      Object.freeze({ source: from, target: to, preamble: attributes.get('preamble')?.text ?? '' }),
  );
  return team(graphValue(graph, 'entry') ?? '', agents, edges);
}

/** A team of its parts; whatever list of edges is given is copied and frozen (GM-12). */
export function team(entry: string, agents: ReadonlyMap<string, AgentSpec>, given: Iterable<DelegatesEdge>): Team {
  const edges = Object.freeze([...given]);
  const targets = group(edges, 'source', 'target');
  const sources = group(edges, 'target', 'source');
  const first = new Map<string, DelegatesEdge>();
  for (const edge of edges) {
    const key = pairKey(edge.source, edge.target);
    if (!first.has(key)) first.set(key, edge);
  }
  return Object.freeze({
    entry,
    agents,
    edges,
    outgoing: (name: string) => targets.get(name) ?? none,
    incoming: (name: string) => sources.get(name) ?? none,
    edge: (source: string, target: string) => first.get(pairKey(source, target)),
  });
}

const none: readonly string[] = Object.freeze([]);

function pairKey(source: string, target: string): string {
  return JSON.stringify([source, target]);
}

/** Names at the other end, in the order of the edges, each once. */
function group(
  edges: readonly DelegatesEdge[],
  by: 'source' | 'target',
  take: 'source' | 'target',
): ReadonlyMap<string, readonly string[]> {
  const lists = new Map<string, Set<string>>();
  for (const edge of edges) {
    const list = lists.get(edge[by]) ?? new Set();
    list.add(edge[take]);
    lists.set(edge[by], list);
  }
  return new Map([...lists].map(([name, list]) => [name, Object.freeze([...list])]));
}

function specOf(graph: Graph, node: Node, workingDirectory: string, override: NodeOverride | undefined): AgentSpec {
  const role = nodeValue(node, 'role').trim() || 'worker';
  const text = (value: string | undefined): string | undefined => (value === undefined || value.trim() === '' ? undefined : value.trim());
  const file = text(nodeValue(node, 'agent'));
  const servers = inheritedValue(graph, node, 'mcp_servers');
  return Object.freeze({
    name: node.id,
    role,
    agentClass: text(nodeValue(node, 'agent_class')) ?? classOfRole(role),
    description: (nodeValue(node, 'description') ?? '').trim(),
    prompt: nodeValue(node, 'prompt') ?? '',
    keepsBasePrompt: nodeValue(node, 'base_prompt') === 'Default',
    tools: Object.freeze([...new Set(nodeValue(node, 'tools'))]),
    extraAllowedTools: Object.freeze([...new Set(nodeValue(node, 'extra_allowed_tools'))]),
    mcpServers: isObject(servers) ? servers : {},
    reportSections: Object.freeze([...nodeValue(node, 'report_sections')]),
    resetOnCheckpoint: override?.resetOnCheckpoint ?? nodeValue(node, 'reset_on_checkpoint'),
    maxHistoryPairs: override?.maxHistoryPairs ?? nodeValue(node, 'max_history_pairs'),
    ...defined('onlyTools', override?.tools),
    ...defined('model', override?.model ?? text(inheritedValue(graph, node, 'llm_model'))),
    ...defined('provider', override?.provider ?? text(inheritedValue(graph, node, 'llm_provider'))),
    ...defined('reasoningEffort', override?.reasoningEffort ?? text(inheritedValue(graph, node, 'reasoning_effort'))),
    ...defined('maxTurns', override?.maxTurns ?? nodeValue(node, 'max_turns')),
    ...defined('backend', override?.backend ?? text(inheritedValue(graph, node, 'backend'))),
    ...defined('baseUrl', override?.baseUrl ?? text(nodeValue(node, 'base_url'))),
    ...defined('file', file === undefined ? undefined : agentFile(graph, file, workingDirectory)),
  });
}

function defined<K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } {
  return (value === undefined ? {} : { [key]: value }) as { readonly [P in K]?: V };
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
