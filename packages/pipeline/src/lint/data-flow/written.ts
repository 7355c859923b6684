import type { FileAccess } from '../../files/file-access.ts';
import type { Graph, Node } from '../../model.ts';
import { descriptorOf, roleOf } from '../../node-type/registry.ts';
import { declaredParameters } from '../../parameters/declaration.ts';
import { isEngineKey } from '../../parameters/engine-keys.ts';
import { nodeValue } from '../../registry/value.ts';
import { blockOf } from '../../topology/block.ts';
import { childSubgraph } from '../../topology/child-subgraph.ts';
import { joinOf } from '../../topology/join.ts';
import { type ChildNodes, childGraphs } from './child-graphs.ts';

/** Where a key comes from. */
export type KeyKind = 'parameter' | 'graph' | 'engine' | 'handler' | 'output' | 'child' | 'winner';

/** A node that can write a key. */
export interface Writer {
  readonly node: string;
  readonly kind: KeyKind;
}

/** Everything that can write keys in one graph, wherever it stands. */
export interface Written {
  /** Keys that are there from the first node on. */
  readonly base: ReadonlyMap<string, KeyKind>;
  readonly byKey: ReadonlyMap<string, readonly Writer[]>;
  /** Nodes that can report keys of their own choice. */
  readonly reporters: readonly string[];
  /** Nodes of kinds we know nothing about. */
  readonly unknown: readonly string[];
  /** Keys that a child graph writes and that its node does not hand on: by key, the node. */
  readonly keptByChild: ReadonlyMap<string, readonly string[]>;
}

/** Only the declared outputs of children, not what their graphs can write. */
const atTheirWord = { atTheirWord: true } as const;

export interface ReadOptions {
  /** Reads child graphs; what an unread child writes is not known. */
  readonly files?: FileAccess;
  readonly workingDirectory?: string;
  readonly atTheirWord?: true;
}

/** Collects the writers of a graph (engine.md 1a). `nodes` limits it to a part. */
export function writtenIn(graph: Graph, options: ReadOptions, nodes: Iterable<Node> = graph.nodes.values()): Written {
  const byKey = new Map<string, Writer[]>();
  const kept = new Map<string, string[]>();
  const reporters: string[] = [];
  const unknown: string[] = [];
  const add = (key: string, node: string, kind: KeyKind): void => {
    const list = byKey.get(key) ?? [];
    list.push({ node, kind });
    byKey.set(key, list);
  };
  const hasNode = (id: string): boolean => graph.nodes.has(id);
  for (const node of nodes) {
    const { writes } = descriptorOf(node.type);
    if (writes === undefined) {
      unknown.push(node.id);
      continue;
    }
    const { keys, reports } = writes(node);
    for (const key of keys) add(key, node.id, 'handler');
    const outputs = nodeValue(node, 'outputs').filter((key) => !isEngineKey(key, (id) => hasNode(id) && id !== node.id));
    if (reports) reporters.push(node.id);
    if (hasChild(graph, node)) addChild(graph, node, outputs, options, add, kept);
    else for (const key of outputs) add(key, node.id, 'output');
    if (roleOf(node) === 'component') addWinner(graph, node, add);
  }
  return { base: baseKeys(graph), byKey, reporters, unknown, keptByChild: kept };
}

function hasChild(graph: Graph, node: Node): boolean {
  return descriptorOf(node.type).childFile !== undefined || childSubgraph(graph, node.id) !== undefined;
}

/** Declared outputs come back from a child that can write them; the rest of what it writes does not. */
function addChild(
  graph: Graph,
  node: Node,
  outputs: readonly string[],
  options: ReadOptions,
  add: (key: string, node: string, kind: KeyKind) => void,
  kept: Map<string, string[]>,
): void {
  const child = options.atTheirWord === true ? undefined : childGraphs(graph, options).get(node.id);
  const seeds = new Set<string>();
  for (const name of node.attributes.keys()) if (name.startsWith('context.')) seeds.add(name.slice('context.'.length));
  const written = child === undefined ? undefined : writtenByChild(child, graph);
  const closed = written !== undefined && written.reporters.length + written.unknown.length === 0;
  for (const key of outputs) {
    if (!closed || seeds.has(key) || written.byKey.has(key) || written.base.has(key)) add(key, node.id, 'child');
  }
  if (written === undefined || child === undefined || child.graph === graph) return;
  const handedOn = new Set(outputs);
  for (const [key, writers] of written.byKey) {
    if (handedOn.has(key) || isEngineKey(key) || writers.every(({ kind }) => kind === 'handler')) continue;
    const list = kept.get(key) ?? [];
    list.push(node.id);
    kept.set(key, list);
  }
}

const ofFiles = new WeakMap<Graph, Written>();

/** Children of children are taken at their word. */
function writtenByChild(child: ChildNodes, parent: Graph): Written {
  if (child.graph === parent) return writtenIn(parent, atTheirWord, child.nodes);
  let written = ofFiles.get(child.graph);
  if (written === undefined) {
    written = writtenIn(child.graph, atTheirWord, child.nodes);
    ofFiles.set(child.graph, written);
  }
  return written;
}

/** A fan-in merges what the winner's branch declares (engine.md 8). */
function addWinner(graph: Graph, component: Node, add: (key: string, node: string, kind: KeyKind) => void): void {
  const join = joinOf(graph, component.id);
  const node = join === undefined ? undefined : graph.nodes.get(join);
  if (join === undefined || node === undefined || roleOf(node) !== 'fan_in') return;
  const keys = new Set<string>();
  for (const id of blockOf(graph, component.id)) {
    const inner = graph.nodes.get(id);
    if (inner !== undefined) for (const key of nodeValue(inner, 'outputs')) keys.add(key);
  }
  for (const key of keys) add(key, join, 'winner');
}

const always = [
  ...['context.target_dir', 'iteration', 'loop_count', 'current_node', 'outcome', 'failure_class', 'failure_reason', 'preferred_label'],
  ...['manager_steering', 'goal', 'graph.goal'],
];

function baseKeys(graph: Graph): ReadonlyMap<string, KeyKind> {
  const base = new Map<string, KeyKind>();
  for (const key of always) base.set(key, 'engine');
  for (const name of graph.attributes.keys()) base.set(`graph.${name}`, 'graph');
  for (const { name, problem } of declaredParameters(graph)) if (problem === undefined) base.set(name, 'parameter');
  for (const node of graph.nodes.values()) {
    if (nodeValue(node, 'feedback_from').length === 0) continue;
    base.set(`prior_critiques_${node.id}`, 'engine');
    base.set(`feedback.channel.${node.id}`, 'engine');
  }
  return base;
}
