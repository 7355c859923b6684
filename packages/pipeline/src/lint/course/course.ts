import type { Edge, Graph, Node } from '../../model.ts';
import type { FinalStatus } from '../../node-type/descriptor.ts';
import { descriptorOf, roleOf } from '../../node-type/registry.ts';
import { graphValue, nodeValue } from '../../registry/value.ts';
import { blockOf } from '../../topology/block.ts';
import { joinOf } from '../../topology/join.ts';
import { blocksOf } from '../../validation/blocks.ts';
import { choiceEdges, outcomesOf } from '../outcomes/outcomes.ts';

/** One way in which a run gets from a node to the next. */
export interface Step {
  readonly from: string;
  readonly to: string;
  /** An edge, a component's way on to its join, a failure jump (engine.md 4b), a goal gate's redirect from the exit (engine.md 5). */
  readonly kind: 'edge' | 'join' | 'jump' | 'redirect';
  readonly edge?: Edge;
  /** With which statuses of `from`. */
  readonly statuses: ReadonlySet<FinalStatus>;
}

const failed: ReadonlySet<FinalStatus> = new Set(['fail']);
const passed: ReadonlySet<FinalStatus> = new Set(['success']);
const none: readonly Step[] = [];

const cache = new WeakMap<Graph, ReadonlyMap<string, readonly Step[]>>();

/**
 * Every step that a run can take from a node: edges whose condition can hold, joins, failure jumps, redirects. Sound: a run takes no
 * other. What a component's branches and a manager's child do is theirs, see `Frame`.
 */
export function stepsFrom(graph: Graph, id: string): readonly Step[] {
  let steps = cache.get(graph);
  if (steps === undefined) {
    steps = new Map([...graph.nodes.values()].map((node) => [node.id, compute(graph, node)]));
    cache.set(graph, steps);
  }
  return steps.get(id) ?? none;
}

function compute(graph: Graph, node: Node): readonly Step[] {
  if (roleOf(node) === 'exit') return redirects(graph, node);
  const outcomes = outcomesOf(graph, node);
  const steps: Step[] = [];
  for (const edge of choiceEdges(graph, node)) {
    const statuses = outcomes.statusesOf(edge);
    if (statuses.size > 0 && graph.nodes.has(edge.to)) steps.push({ from: node.id, to: edge.to, kind: 'edge', edge, statuses });
  }
  const join = roleOf(node) === 'component' ? joinOf(graph, node.id) : undefined;
  if (join !== undefined) {
    const statuses = new Set([...outcomes.statuses].filter((status) => status !== 'fail'));
    steps.push({ from: node.id, to: join, kind: 'join', statuses });
  }
  if (outcomes.stranded.some(({ case: { status } }) => status === 'fail'))
    for (const to of jumpTargets(graph, node)) steps.push({ from: node.id, to, kind: 'jump', statuses: failed });
  return steps;
}

/** Where a failure without an edge goes; within a block both targets count, since one outside it is passed over. */
export function jumpTargets(graph: Graph, node: Node): readonly string[] {
  const targets = [nodeValue(node, 'retry_target'), nodeValue(node, 'fallback_retry_target')].filter(
    (id): id is string => id !== undefined && graph.nodes.has(id),
  );
  return blocksOf(graph).has(node.id) ? targets : targets.slice(0, 1);
}

/** Gates as the exit sees them: goal gates, and nodes whose child may bring unsatisfied ones (engine.md 5, 11). */
function redirects(graph: Graph, exit: Node): readonly Step[] {
  if (graphValue(graph, 'max_gate_retries') === 0) return none;
  const shared = [graphValue(graph, 'retry_target'), graphValue(graph, 'fallback_retry_target')];
  const components = [...graph.nodes.values()].filter((node) => roleOf(node) === 'component');
  const blocks = blocksOf(graph);
  const targets = new Set<string>();
  for (const gate of graph.nodes.values()) {
    if (!nodeValue(gate, 'goal_gate') && descriptorOf(gate.type).childFile === undefined) continue;
    const own = [nodeValue(gate, 'retry_target'), nodeValue(gate, 'fallback_retry_target')];
    const target = [...own, ...shared].find((id): id is string => id !== undefined && graph.nodes.has(id) && id !== exit.id);
    if (target === undefined) continue;
    targets.add(target);
    if (!blocks.has(gate.id) || !blocks.has(target)) continue;
    for (const { id } of components) if (blockOf(graph, id).has(gate.id) && blockOf(graph, id).has(target)) targets.add(id);
  }
  return [...targets].map((to) => ({ from: exit.id, to, kind: 'redirect', statuses: passed }));
}
