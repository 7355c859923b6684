import { declaredParameters, descriptorOf, flowIn, type Graph, type Node, nodeValue } from '@attractor/pipeline';
import type { Snapshot } from './snapshot.ts';

/** A context key that can exist at a place, with where it comes from. */
export interface ContextKey {
  readonly key: string;
  readonly doc: string;
}

/** Keys that the engine writes whatever the graph holds (engine.md 1a). */
const always: readonly ContextKey[] = [
  { key: 'iteration', doc: 'Number of the iteration, from 0' },
  { key: 'loop_count', doc: 'Restarts so far' },
  { key: 'outcome', doc: 'Status of the node before' },
  { key: 'failure_class', doc: 'Class of the failure of the node before' },
  { key: 'failure_reason', doc: 'Why the node before failed; empty when it passed' },
  { key: 'preferred_label', doc: 'Label that the node before preferred' },
  { key: 'last_stage', doc: 'The latest model or human node' },
  { key: 'last_response', doc: 'Beginning of the latest answer (200 characters)' },
  { key: 'current_node', doc: 'The node that runs' },
  { key: 'context.target_dir', doc: 'Absolute working directory' },
];

/** Keys that kinds of nodes write for whatever runs after them (engine.md 1a). */
const byKind: Readonly<Record<string, readonly ContextKey[]>> = {
  tool: [
    { key: 'tool.output', doc: 'stdout of the latest command' },
    { key: 'tool.last_line', doc: 'Last line of stdout of the latest command' },
    { key: 'tool.exit_code', doc: 'Exit code of the latest command' },
    { key: 'tool.stderr_tail', doc: 'End of stderr of the latest command' },
  ],
  'wait.human': [
    { key: 'human.gate.selected', doc: 'Key of the choice a person made' },
    { key: 'human.gate.label', doc: 'Label of the choice a person made' },
    { key: 'human.gate.text', doc: 'Text a person wrote' },
    { key: 'human.gate.files', doc: 'Files a person gave' },
  ],
  parallel: [
    { key: 'parallel.results', doc: 'Outcomes of the branches' },
    { key: 'parallel.count', doc: 'Number of branches' },
  ],
  'parallel.fan_in': [
    { key: 'parallel.fan_in.best_id', doc: 'Branch that was chosen' },
    { key: 'parallel.fan_in.best_outcome', doc: 'Outcome of the branch that was chosen' },
  ],
  'stack.manager_loop': [
    { key: 'manager.cycles', doc: 'Cycles so far' },
    { key: 'manager.last_child_status', doc: 'Status of the latest cycle' },
  ],
};

/** Upstream search stops here: a list of thousands helps nobody. */
const MAX_NODES = 500;

/** Context keys that can exist when one of some nodes has run (engine.md 1a, language.md 2); for no node, those of all nodes. */
export function contextKeys(snapshot: Snapshot, nodes: readonly string[]): ContextKey[] {
  const { graph } = snapshot;
  const found = new Map<string, ContextKey>();
  const add = (key: string, doc: string): void => {
    if (key !== '' && !found.has(key)) found.set(key, { key, doc });
  };
  for (const { name, problem, default: value } of declaredParameters(graph)) {
    if (problem === undefined) add(name, value === undefined ? 'Parameter' : `Parameter, default ${value}`);
  }
  for (const node of upstream(graph, nodes)) addKeysOf(node, add);
  for (const { key, doc } of always) add(key, doc);
  for (const name of graph.attributes.keys()) add(`graph.${name}`, 'Graph attribute');
  return [...found.values()];
}

function addKeysOf(node: Node, add: (key: string, doc: string) => void): void {
  const { id } = node;
  const descriptor = descriptorOf(node.type);
  for (const key of nodeValue(node, 'outputs')) add(key, `Declared output of ${id}`);
  if (descriptor.type === 'tool') {
    add(`${id}.output`, `stdout of ${id}`);
    add(`${id}.last_line`, `Last line of stdout of ${id}`);
    add(`${id}.exit_code`, `Exit code of ${id}`);
    add(`${id}.stderr_tail`, `End of stderr of ${id}`);
  }
  if (node.attributes.has('response_schema')) add(id, `Parsed answer of ${id}`);
  for (const { key, doc } of byKind[descriptor.type] ?? []) add(key, doc);
}

/** The nodes and all from which flow edges lead to them, nearest first. */
function upstream(graph: Graph, ids: readonly string[]): Node[] {
  const start = ids.filter((id) => graph.nodes.has(id));
  const queue = start.length === 0 ? [...graph.nodes.keys()].slice(0, MAX_NODES) : [...new Set(start)];
  const seen = new Set(queue);
  for (let i = 0; i < queue.length && queue.length < MAX_NODES; i++) {
    for (const edge of flowIn(graph, queue[i] as string)) {
      if (seen.has(edge.from)) continue;
      seen.add(edge.from);
      queue.push(edge.from);
    }
  }
  return queue.flatMap((id) => graph.nodes.get(id) ?? []);
}
