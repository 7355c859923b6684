import { declaredParameters, type Graph, type KeyAtNode, keysAt, type Node, roleOf } from '@attractor/pipeline';
import type { Snapshot } from './snapshot.ts';

/** A context key that can exist at a place, with where it comes from. */
export interface ContextKey {
  readonly key: string;
  readonly doc: string;
}

/** What the engine's own keys hold (engine.md 1a). */
const meanings: Readonly<Record<string, string>> = {
  iteration: 'Number of the iteration, from 0',
  loop_count: 'Restarts so far',
  outcome: 'Status of the node before',
  failure_class: 'Class of the failure of the node before',
  failure_reason: 'Why the node before failed; empty when it passed',
  preferred_label: 'Label that the node before preferred',
  last_stage: 'The latest model or human node',
  last_response: 'Beginning of the latest answer (200 characters)',
  current_node: 'The node that runs',
  goal: 'Goal of the graph',
  'context.target_dir': 'Absolute working directory',
  'human.gate.selected': 'Key of the choice a person made',
  'human.gate.label': 'Label of the choice a person made',
  'human.gate.text': 'Text a person wrote',
  'human.gate.files': 'Files a person gave',
  'parallel.results': 'Outcomes of the branches',
  'parallel.count': 'Number of branches',
  'parallel.fan_in.best_id': 'Branch that was chosen',
  'parallel.fan_in.best_outcome': 'Outcome of the branch that was chosen',
  'manager.cycles': 'Cycles so far',
  'manager.last_child_status': 'Status of the latest cycle',
  manager_steering: 'What the manager said to its child',
};

const parts: Readonly<Record<string, string>> = {
  output: 'stdout',
  last_line: 'Last line of stdout',
  exit_code: 'Exit code',
  stderr_tail: 'End of stderr',
};

/**
 * Named context keys that can exist at one of some nodes: before they run, or `after`, where conditions of their edges are read
 * (engine.md 1a, 7, 8, 11). For no node, those at the end of the graph.
 */
export function contextKeys(snapshot: Snapshot, nodes: readonly string[], after = false): ContextKey[] {
  const { graph, files, workingDirectory } = snapshot;
  const declared = new Map(declaredParameters(graph).map((item) => [item.name, item.default]));
  const found = new Map<string, ContextKey>();
  for (const node of placesOf(graph, nodes)) {
    for (const item of keysAt(graph, node, { files, workingDirectory, after })) {
      if (!found.has(item.key)) found.set(item.key, { key: item.key, doc: docOf(graph, item, declared) });
    }
  }
  return [...found.values()].sort((a, b) => rank(a.key) - rank(b.key));
}

function placesOf(graph: Graph, ids: readonly string[]): Node[] {
  const nodes = ids.flatMap((id) => graph.nodes.get(id) ?? []);
  if (nodes.length > 0) return nodes;
  const all = [...graph.nodes.values()];
  const last = all.find((node) => roleOf(node) === 'exit') ?? all.at(-1);
  return last === undefined ? [] : [last];
}

function docOf(graph: Graph, { key, kind, writers, certain }: KeyAtNode, declared: ReadonlyMap<string, string | undefined>): string {
  const maybe = certain ? '' : ', may be missing';
  if (kind === 'parameter') {
    const value = declared.get(key);
    return value === undefined ? 'Parameter' : `Parameter, default ${value}`;
  }
  if (kind === 'graph') return meanings[key] ?? 'Graph attribute';
  const from = writers.length === 0 ? '' : ` of ${writers.slice(0, 3).join(', ')}${writers.length > 3 ? ', …' : ''}`;
  const part = parts[/(?:^|\.)(output|last_line|exit_code|stderr_tail)$/.exec(key)?.[1] ?? ''];
  if (part !== undefined) return `${part}${from}${maybe}`;
  if (graph.nodes.has(key)) return `Parsed answer of ${key}${maybe}`;
  const known = meanings[key];
  if (known !== undefined) return `${known}${maybe}`;
  return `${kind === 'output' || kind === 'child' || kind === 'winner' ? 'Declared output' : 'Written by the engine'}${from}${maybe}`;
}

/** Keys of the graph at hand before those that every run has. */
function rank(key: string): number {
  if (key.startsWith('graph.')) return 2;
  return Object.hasOwn(meanings, key) ? 1 : 0;
}
