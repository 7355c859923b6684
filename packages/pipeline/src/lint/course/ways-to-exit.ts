import type { Graph } from '../../model.ts';
import { descriptorOf, roleOf } from '../../node-type/registry.ts';
import { nodeValue } from '../../registry/value.ts';
import { childSubgraph } from '../../topology/child-subgraph.ts';
import { endStatuses } from '../outcomes/statuses.ts';
import { type Step, stepsFrom } from './course.ts';

/** A node that can still fail the run: a goal gate, a person, or one that can fail and all of whose edges have conditions (TOPO-006). */
export function canStillFail(graph: Graph, id: string): boolean {
  const node = graph.nodes.get(id);
  if (node === undefined) return false;
  if (nodeValue(node, 'goal_gate') || descriptorOf(node.type).decidedBy === 'person') return true;
  // What its own failure leaves standing comes out at the exit.
  if (!endStatuses(node).has('fail')) return false;
  const edges = stepsFrom(graph, id).filter((step) => step.edge !== undefined);
  return edges.length > 0 && edges.every(({ edge }) => edge?.condition !== undefined);
}

/** A shortest way from a node to the exit that passes no node that can still fail the run; the node itself is asked, too. */
export function unguardedWay(graph: Graph, from: string): readonly string[] | undefined {
  const before = new Map<string, string>([[from, '']]);
  const queue = [from];
  for (let i = 0; i < queue.length; i++) {
    const id = queue[i] as string;
    const node = graph.nodes.get(id);
    if (node === undefined) continue;
    if (roleOf(node) === 'exit') return trail(before, id);
    if (canStillFail(graph, id)) continue;
    for (const step of onward(graph, id)) {
      if (before.has(step.to)) continue;
      before.set(step.to, id);
      queue.push(step.to);
    }
  }
  return undefined;
}

/** Steps with which a run goes on as if all was well. */
function onward(graph: Graph, id: string): readonly Step[] {
  return stepsFrom(graph, id).filter(
    (step) => step.kind !== 'jump' && step.kind !== 'redirect' && [...step.statuses].some((s) => s !== 'fail'),
  );
}

function trail(before: ReadonlyMap<string, string>, last: string): string[] {
  const path: string[] = [];
  for (let id = last; id !== ''; id = before.get(id) ?? '') path.push(id);
  return path.reverse();
}

/** Nodes of managers' own subgraphs: what leaves them ends a cycle, not the run. */
export function inChild(graph: Graph): (id: string) => boolean {
  const inside = new Set<string>();
  for (const id of graph.nodes.keys()) for (const node of childSubgraph(graph, id)?.nodes ?? []) inside.add(node);
  return (id) => inside.has(id);
}
