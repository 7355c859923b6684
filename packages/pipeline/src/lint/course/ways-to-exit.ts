import type { Graph } from '../../model.ts';
import { descriptorOf, roleOf } from '../../node-type/registry.ts';
import { nodeValue } from '../../registry/value.ts';
import { childSubgraph } from '../../topology/child-subgraph.ts';
import { endStatuses } from '../outcomes/statuses.ts';
import { type Step, stepsFrom } from './course.ts';

/** A node that can still fail the run: a goal gate, a person, or one that can fail and all of whose edges have conditions (TOPO-006). */
function canStillFail(graph: Graph, id: string): boolean {
  const node = graph.nodes.get(id);
  if (node === undefined) return false;
  if (nodeValue(node, 'goal_gate') || descriptorOf(node.type).decidedBy === 'person') return true;
  if (!endStatuses(node).has('fail')) return false;
  const edges = stepsFrom(graph, id).filter((step) => step.edge !== undefined);
  return edges.length > 0 && edges.every(({ edge }) => edge?.condition !== undefined);
}

const cache = new WeakMap<Graph, ReadonlyMap<string, string>>();

/** For each node from which a way leads to the exit past no node that can still fail the run, itself included, the next one on it. */
function unguarded(graph: Graph): ReadonlyMap<string, string> {
  let next = cache.get(graph);
  if (next === undefined) {
    next = compute(graph);
    cache.set(graph, next);
  }
  return next;
}

function compute(graph: Graph): ReadonlyMap<string, string> {
  const into = new Map<string, string[]>();
  for (const id of graph.nodes.keys()) {
    if (canStillFail(graph, id)) continue;
    for (const step of stepsFrom(graph, id)) {
      if (!goesOn(step)) continue;
      const list = into.get(step.to);
      if (list === undefined) into.set(step.to, [id]);
      else list.push(id);
    }
  }
  const next = new Map<string, string>();
  const queue = [...graph.nodes.values()].filter((node) => roleOf(node) === 'exit').map((node) => node.id);
  for (const exit of queue) next.set(exit, '');
  for (let i = 0; i < queue.length; i++) {
    const id = queue[i] as string;
    for (const before of into.get(id) ?? []) {
      if (next.has(before)) continue;
      next.set(before, id);
      queue.push(before);
    }
  }
  return next;
}

/** A step with which a run goes on as if all was well. */
function goesOn(step: Step): boolean {
  return step.kind !== 'jump' && step.kind !== 'redirect' && [...step.statuses].some((status) => status !== 'fail');
}

/** A shortest way from a node to the exit that passes no node that can still fail the run; the node itself is asked, too. */
export function unguardedWay(graph: Graph, from: string): Iterable<string> | undefined {
  const next = unguarded(graph);
  return next.has(from) ? walk(next, from) : undefined;
}

function* walk(next: ReadonlyMap<string, string>, from: string): Generator<string> {
  for (let id = from; id !== ''; id = next.get(id) ?? '') yield id;
}

/** Nodes of managers' own subgraphs: what leaves them ends a cycle, not the run. */
export function inChild(graph: Graph): (id: string) => boolean {
  const inside = new Set<string>();
  for (const id of graph.nodes.keys()) for (const node of childSubgraph(graph, id)?.nodes ?? []) inside.add(node);
  return (id) => inside.has(id);
}
