import { conditionAtoms } from '../../condition/keys.ts';
import type { Edge, Graph, Node } from '../../model.ts';
import { descriptorOf } from '../../node-type/registry.ts';
import { edgeValue, graphValue, nodeValue } from '../../registry/value.ts';
import { componentsOver } from '../../topology/components.ts';
import { flowOut } from '../../topology/flow.ts';
import { outcomesOf } from '../outcomes/outcomes.ts';
import { slotOf } from '../outcomes/slots.ts';
import { isCommand } from '../outcomes/statuses.ts';
import type { CycleLimit } from '../worst-case.ts';
import type { Step } from './course.ts';

/** Failure jumps of one node in a run, at most (engine.md 4b). */
const maxFailureJumps = 50;

/** What cuts the cycles of a knot: a node, or a set of steps, passed at most `count` times. */
export interface Cut {
  readonly limit: CycleLimit;
  readonly count: number;
  readonly node?: string;
  readonly steps: readonly Step[];
}

/** The steps of a knot, from nodes of it to nodes of it. */
export type KnotSteps = (id: string) => readonly Step[];

/** Bounds with a number that the engine itself keeps. */
export function countedCuts(graph: Graph, nodes: readonly string[], steps: KnotSteps): Cut[] {
  const cuts: Cut[] = [];
  for (const id of nodes) {
    const node = graph.nodes.get(id);
    if (node === undefined) continue;
    const count = nodeValue(node, 'max_visits');
    if (count !== undefined) cuts.push({ limit: { kind: 'max_visits', node: id, count }, count, node: id, steps: [] });
    const jumps = steps(id).filter((step) => step.kind === 'jump');
    if (jumps.length > 0)
      cuts.push({ limit: { kind: 'failure_jumps', node: id, count: maxFailureJumps }, count: maxFailureJumps, steps: jumps });
    const redirects = steps(id).filter((step) => step.kind === 'redirect');
    const retries = graphValue(graph, 'max_gate_retries');
    if (redirects.length > 0) cuts.push({ limit: { kind: 'gate_retries', count: retries }, count: retries, steps: redirects });
  }
  const iteration = iterationCut(graph, nodes, steps);
  if (iteration !== undefined) cuts.push(iteration);
  return cuts;
}

/** `loop_restart` edges of which conditions on `iteration` allow only so many: each passage counts it up (engine.md 7). */
function iterationCut(graph: Graph, nodes: readonly string[], steps: KnotSteps): Cut | undefined {
  const all = nodes.flatMap((id) => [...steps(id)]);
  const restarts = all.filter(isRestart);
  if (restarts.length === 0) return undefined;
  const last = (step: Step): number => {
    const node = graph.nodes.get(step.from);
    return step.edge === undefined || node === undefined ? Number.POSITIVE_INFINITY : outcomesOf(graph, node).lastIteration(step.edge);
  };
  const finite = restarts.filter((step) => Number.isFinite(last(step)));
  if (finite.length === restarts.length) return cutAfter(restarts, Math.max(...restarts.map(last)) + 1);
  // Some way to a restart is closed from an iteration on: what is left must hold no cycle with a restart in it.
  const ends = all.map(last).filter(Number.isFinite);
  if (ends.length === 0) return undefined;
  const open = (id: string): string[] =>
    steps(id)
      .filter((step) => !Number.isFinite(last(step)))
      .map((step) => step.to);
  const knotOf = new Map(componentsOver(nodes, open).flatMap((knot, index) => knot.map((id) => [id, index] as const)));
  const late = restarts.filter((step) => !Number.isFinite(last(step)));
  if (late.some((step) => knotOf.get(step.from) === knotOf.get(step.to))) {
    return finite.length === 0 ? undefined : cutAfter(finite, Math.max(...finite.map(last)) + 1);
  }
  return cutAfter(restarts, Math.max(...ends) + 1 + late.length);
}

function cutAfter(steps: readonly Step[], count: number): Cut {
  return { limit: { kind: 'iteration', count }, count, steps };
}

export function isRestart(step: Step): boolean {
  return step.edge !== undefined && edgeValue(step.edge, 'loop_restart');
}

/** Nodes at which somebody or something ends a cycle, without a number that the graph says. */
export function trustedLimits(graph: Graph, nodes: readonly string[], steps: KnotSteps): CycleLimit[] {
  const restarts = nodes.some((id) => steps(id).some(isRestart));
  const adds = nodes.some((id) => addsUp(graph, id));
  const limits: CycleLimit[] = [];
  for (const id of nodes) {
    const node = graph.nodes.get(id);
    if (node === undefined) continue;
    const { decidedBy, boundsOwnCycle, childFile } = descriptorOf(node.type);
    if (decidedBy === 'person') limits.push({ kind: 'person', node: id });
    // A manager bounds the cycles of its child, not those that lead through it.
    else if (boundsOwnCycle && childFile === undefined) limits.push({ kind: 'handler', node: id });
    else if (flowOut(graph, id).some((edge) => counts(graph, node, edge, restarts)) || countsInShell(graph, node, adds))
      limits.push({ kind: 'counter', node: id });
  }
  return limits;
}

const countName =
  /(?:^|[._-])(?:count|counter|iter|iters|iteration|iterations|attempt|attempts|round|rounds|try|tries|retry|retries|pass|passes|cycle|cycles|loop|loops|turn|turns|visit|visits|step|steps|remaining|left|budget|num|n|i)(?:$|[._-])/i;

/** A comparison by size of something that is counted: the iteration, a key named so, a command's output. */
function counts(graph: Graph, node: Node, edge: Edge, restarts: boolean): boolean {
  if (edge.condition === undefined) return false;
  return conditionAtoms(edge.condition).some((atom) => {
    if (atom.kind !== 'comparison') return false;
    const bySize = ['<', '<=', '>', '>='].includes(atom.operator);
    const byNumber = (atom.operator === '=' || atom.operator === '!=') && /^\d+$/.test(atom.literal.trim());
    if (!bySize && !byNumber) return false;
    const slot = slotOf(node, atom.key);
    if (slot === 'iteration') return restarts;
    // The attempts of the last visit, which start afresh at each.
    if (slot.startsWith('internal.retry_count.') || slot.endsWith('.exit_code')) return false;
    if (slot.endsWith('.last_line') || slot.endsWith('.output')) return writtenByCommand(graph, node, slot);
    return countName.test(slot);
  });
}

function writtenByCommand(graph: Graph, node: Node, slot: string): boolean {
  if (slot.startsWith('tool.')) return isCommand(node) || hasCommand(graph);
  const writer = graph.nodes.get(slot.slice(0, slot.lastIndexOf('.')));
  return writer !== undefined && isCommand(writer);
}

const withCommands = new WeakMap<Graph, boolean>();

function hasCommand(graph: Graph): boolean {
  let has = withCommands.get(graph);
  if (has === undefined) {
    has = [...graph.nodes.values()].some(isCommand);
    withCommands.set(graph, has);
  }
  return has;
}

/** A command that compares a number by whose size its words differ, where a command of the knot counts up, or the engine does. */
function countsInShell(graph: Graph, node: Node, adds: boolean): boolean {
  if (!isCommand(node) || !flowOut(graph, node.id).some((edge) => edge.condition !== undefined)) return false;
  const command = nodeValue(node, 'tool_command') ?? '';
  const compares = /\$\{?[A-Za-z_]\w*\}?"?\s+-(?:ge|gt|le|lt|eq|ne)\s|\(\([^()]*(?:[<>]|==)/.test(command);
  return compares && (adds || /\$\{?(?:iteration|loop_count)\b/.test(command));
}

/** A command that adds to something. */
function addsUp(graph: Graph, id: string): boolean {
  const node = graph.nodes.get(id);
  return node !== undefined && isCommand(node) && /\$\(\(|\bexpr\b|\blet\b|\+\+|\+=|>>/.test(nodeValue(node, 'tool_command') ?? '');
}
