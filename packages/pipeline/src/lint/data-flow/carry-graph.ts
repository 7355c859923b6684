import type { Graph } from '../../model.ts';
import { roleOf } from '../../node-type/registry.ts';
import { edgeValue, graphValue, nodeValue } from '../../registry/value.ts';
import { blockOf } from '../../topology/block.ts';
import { childSubgraph } from '../../topology/child-subgraph.ts';
import { flowOut } from '../../topology/flow.ts';
import { joinOf } from '../../topology/join.ts';

/** A way from one node to the next, and what of the context comes along (engine.md 7, 8, 11). */
export interface Carry {
  readonly to: number;
  /** Ends a branch or a child: its context stays behind. */
  readonly crosses: boolean;
  /** Plain `tool.*` keys stay behind: a `loop_restart` moves them, a child starts without them. */
  readonly dropsTool: boolean;
  readonly restart: boolean;
}

/** The ways of a graph that a context can take: edges, failure jumps, gate redirects, from a component to its join. Nodes by number. */
export interface CarryGraph {
  readonly ids: readonly string[];
  readonly indexOf: ReadonlyMap<string, number>;
  readonly out: readonly (readonly Carry[])[];
  readonly into: readonly (readonly (Carry & { readonly from: number })[])[];
}

const cache = new WeakMap<Graph, CarryGraph>();

export function carryGraph(graph: Graph): CarryGraph {
  let made = cache.get(graph);
  if (made === undefined) {
    made = build(graph);
    cache.set(graph, made);
  }
  return made;
}

function build(graph: Graph): CarryGraph {
  const ids = [...graph.nodes.keys()];
  const indexOf = new Map(ids.map((id, index) => [id, index]));
  const out: Carry[][] = ids.map(() => []);
  const within = enclosures(graph, indexOf);
  const add = (from: string, to: string, restart: boolean, enters: boolean): void => {
    const [source, target] = [indexOf.get(from), indexOf.get(to)];
    if (source === undefined || target === undefined) return;
    const crosses = (within.get(source) ?? []).some((nodes) => !nodes.has(to));
    out[source]?.push({ to: target, crosses, dropsTool: restart || enters, restart });
  };
  const exits: string[] = [];
  const redirects = new Set<string>([graph.attributes.get('retry_target'), graph.attributes.get('fallback_retry_target')].map(textOf));
  for (const node of graph.nodes.values()) {
    const child = childSubgraph(graph, node.id);
    const entry = child?.entry;
    // Where the child ends, the manager goes on.
    for (const id of child?.nodes ?? []) {
      if (flowOut(graph, id).some((edge) => child?.nodes.has(edge.to) !== true)) add(id, node.id, false, false);
    }
    for (const edge of flowOut(graph, node.id)) add(edge.from, edge.to, edgeValue(edge, 'loop_restart'), edge === entry);
    const targets = [nodeValue(node, 'retry_target'), nodeValue(node, 'fallback_retry_target')];
    for (const target of targets) if (target !== undefined) add(node.id, target.trim(), false, false);
    const role = roleOf(node);
    if (role === 'exit') exits.push(node.id);
    const join = role === 'component' ? joinOf(graph, node.id) : undefined;
    if (join !== undefined) add(node.id, join, false, false);
    if (!nodeValue(node, 'goal_gate')) continue;
    for (const target of targets) if (target !== undefined) redirects.add(target.trim());
  }
  for (const exit of exits) for (const target of redirects) if (target !== '') add(exit, target, false, false);
  // An unsatisfied gate in a block sends the run back to the component.
  if (graphValue(graph, 'max_gate_retries') > 0) {
    for (const node of graph.nodes.values()) {
      if (roleOf(node) === 'component' && hasGate(graph, node.id)) for (const exit of exits) add(exit, node.id, false, false);
    }
  }
  const into: (Carry & { from: number })[][] = ids.map(() => []);
  for (const [from, carries] of out.entries()) for (const carry of carries) into[carry.to]?.push({ ...carry, from });
  return { ids, indexOf, out, into };
}

function textOf(attribute: { readonly text: string } | undefined): string {
  return attribute?.text.trim() ?? '';
}

function hasGate(graph: Graph, component: string): boolean {
  for (const id of blockOf(graph, component)) {
    const node = graph.nodes.get(id);
    if (node !== undefined && nodeValue(node, 'goal_gate')) return true;
  }
  return false;
}

/** For each node the blocks and child subgraphs it lies in. */
function enclosures(graph: Graph, indexOf: ReadonlyMap<string, number>): ReadonlyMap<number, readonly ReadonlySet<string>[]> {
  const within = new Map<number, ReadonlySet<string>[]>();
  const enclose = (nodes: ReadonlySet<string>): void => {
    for (const id of nodes) {
      const index = indexOf.get(id);
      if (index === undefined) continue;
      const list = within.get(index);
      if (list === undefined) within.set(index, [nodes]);
      else list.push(nodes);
    }
  };
  for (const node of graph.nodes.values()) {
    if (roleOf(node) === 'component') enclose(blockOf(graph, node.id));
    const child = childSubgraph(graph, node.id);
    if (child !== undefined) enclose(child.nodes);
  }
  return within;
}
