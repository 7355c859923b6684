import type { Graph, Node } from '../../model.ts';
import { roleOf } from '../../node-type/registry.ts';
import { immediateDominators } from '../../topology/dominators.ts';
import { type CarryGraph, carryGraph } from './carry-graph.ts';
import { plainToolKeys, previousReach } from './previous.ts';
import { keepingTool, reaching, withinContext } from './reach.ts';
import { type KeyKind, type ReadOptions, type Written, writtenIn } from './written.ts';

/** A context key that can exist at a node. */
export interface KeyAtNode {
  readonly key: string;
  /** Ids of the nodes that can have written it, in file order; empty for what is there from the start. */
  readonly writers: readonly string[];
  readonly kind: KeyKind;
  /** On every way to the node something writes it that always does; else it may be missing. */
  readonly certain: boolean;
}

const plainTool = /^tool\./;
const fromTheStart: ReadonlySet<string> = new Set(['context.target_dir', 'iteration', 'loop_count', 'current_node', 'goal']);
const written = new WeakMap<Graph, Written>();

/**
 * The named context keys that can exist at a node (engine.md 1a, 7, 8, 11), sorted: before it runs, or with `after` where conditions of its
 * edges are read. What a model may report beyond its declared `outputs` is not among them. Linear in the graph.
 */
export function keysAt(graph: Graph, node: Node, options: ReadOptions & { readonly after?: boolean } = {}): KeyAtNode[] {
  const { base, byKey } = writtenOf(graph, options);
  const carry = carryGraph(graph);
  const at = carry.indexOf.get(node.id);
  if (at === undefined) return [];
  const before = reaching(carry, at, withinContext);
  const beforeTool = reaching(carry, at, keepingTool);
  const sure = dominatorsOf(graph, carry, at, false);
  const sureTool = dominatorsOf(graph, carry, at, true);
  if (options.after === true) for (const set of [sure, sureTool]) set.add(node.id);
  const found: KeyAtNode[] = [];
  for (const [key, kind] of base) found.push({ key, writers: [], kind, certain: kind === 'graph' || fromTheStart.has(key) });
  for (const [key, writers] of byKey) {
    const seen = plainTool.test(key) ? beforeTool : before;
    const able = writers.filter((writer) => {
      const index = carry.indexOf.get(writer.node);
      return index !== undefined && (seen[index] === 1 || (options.after === true && writer.node === node.id));
    });
    const [first] = able;
    if (first === undefined) continue;
    const passed = plainTool.test(key) ? sureTool : sure;
    const certain = able.some(
      (writer) => writer.kind === 'handler' && passed.has(writer.node) && !mayBeSkipped(graph.nodes.get(writer.node)),
    );
    found.push({ key, writers: able.map((writer) => writer.node), kind: first.kind, certain });
  }
  const tools = (byKey.get('tool.output') ?? []).map((writer) => carry.indexOf.get(writer.node) as number);
  if (previousReach(carry, tools)[at] === 1) {
    const writers = (byKey.get('tool.output') ?? []).map((writer) => writer.node);
    for (const key of plainToolKeys) found.push({ key: `previous.${key}`, writers, kind: 'engine', certain: false });
  }
  return found.sort((a, b) => (a.key < b.key ? -1 : 1));
}

function writtenOf(graph: Graph, options: ReadOptions): Written {
  let known = written.get(graph);
  if (known === undefined) {
    known = writtenIn(graph, options);
    written.set(graph, known);
  }
  return known;
}

function mayBeSkipped(node: Node | undefined): boolean {
  return node === undefined || node.attributes.has('requires') || node.attributes.get('runs_on')?.text.trim() === 'failure';
}

/** The nodes on every way from the start to a node, the node itself left out; `fresh`: since plain tool keys were last dropped. */
function dominatorsOf(graph: Graph, carry: CarryGraph, at: number, fresh: boolean): Set<string> {
  const above = new Set<string>();
  const start = [...graph.nodes.values()].find((node) => roleOf(node) === 'start');
  const root = start === undefined ? undefined : carry.indexOf.get(start.id);
  if (root === undefined) return above;
  const successors = carry.out.map((ways) => ways.filter((way) => !way.crosses && !(fresh && way.dropsTool)).map((way) => way.to));
  if (fresh) for (const ways of carry.out) for (const way of ways) if (way.dropsTool && !way.crosses) successors[root]?.push(way.to);
  const parents = immediateDominators(carry.ids.length, root, successors);
  for (let up = parents[at] ?? -1; up >= 0; up = parents[up] ?? -1) above.add(carry.ids[up] as string);
  return above;
}
