import type { Graph } from '../../model.ts';
import { descriptorOf, roleOf } from '../../node-type/registry.ts';
import { graphValue, nodeValue } from '../../registry/value.ts';
import { immediateDominators, unreached } from '../../topology/dominators.ts';
import type { Step } from './course.ts';
import { type Frame, ownedFrames, rootFrame } from './frame.ts';

const dominators = new WeakMap<Graph, ReadonlySet<string>>();

/**
 * A way by which the pipeline comes to its exit, may succeed, and never visits a gate; undefined when there is none (TOPO-011). A block
 * counts as a visit when one of its branches cannot avoid the gate and the component waits for all of them; ways on which the engine
 * itself refuses the exit do not count (engine.md 5, 6).
 */
export function wayAround(graph: Graph, gate: string): readonly string[] | undefined {
  if (graphValue(graph, 'require_gates') === 'all') return undefined;
  const always = onEveryWay(graph);
  if (always.has(gate)) return undefined;
  const frame = rootFrame(graph);
  const covers = coversOf(graph, gate);
  // No way avoids such a block, and it has no way on but to pass.
  for (const id of covers) if (always.has(id) && !frame.steps(id).some((step) => step.statuses.has('fail'))) return undefined;
  if (covers.size === 0) for (const way of commonWays(graph)) if (!way.has(gate)) return [...way];
  return wayToExit(graph, frame, { gate, covers });
}

/** A gate, and the components and managers whose visits do not pass without a visit of it. */
interface Avoid {
  readonly gate: string;
  readonly covers: ReadonlySet<string>;
}

/** The ways on from a node without the gate: none from the gate itself; a block or child that has failed may have ended before the gate. */
function stepsAround({ gate, covers }: Avoid, id: string, steps: readonly Step[]): readonly Step[] {
  if (id === gate) return [];
  return covers.has(id) ? steps.filter((step) => step.statuses.has('fail')) : steps;
}

function coversOf(graph: Graph, gate: string): ReadonlySet<string> {
  const covers = new Set<string>();
  const around = framesAround(graph);
  const pending = [gate];
  const tried = new Set<Frame>();
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    for (const frame of around.get(id) ?? []) {
      const { owner } = frame;
      if (owner === undefined || covers.has(owner) || tried.has(frame) || !alwaysRuns(graph, frame) || !insists(graph, owner)) continue;
      tried.add(frame);
      if (canEnd(frame, { gate, covers })) continue;
      covers.add(owner);
      pending.push(owner);
    }
  }
  return covers;
}

const common = new WeakMap<Graph, readonly ReadonlySet<string>[]>();

/** Two ways that avoid goal gates where they can: most gates that can be avoided are by one of them. */
function commonWays(graph: Graph): readonly ReadonlySet<string>[] {
  let ways = common.get(graph);
  if (ways === undefined) {
    const frame = rootFrame(graph);
    ways = [false, true].flatMap((reversed) => {
      const way = wayToExit(graph, frame, { gate: '', covers: new Set() }, reversed);
      return way === undefined ? [] : [new Set(way)];
    });
    common.set(graph, ways);
  }
  return ways;
}

const surroundings = new WeakMap<Graph, ReadonlyMap<string, readonly Frame[]>>();

/** The branches and children in which a node may run. */
function framesAround(graph: Graph): ReadonlyMap<string, readonly Frame[]> {
  let around = surroundings.get(graph);
  if (around === undefined) {
    const map = new Map<string, Frame[]>();
    for (const frame of ownedFrames(graph)) {
      for (const id of frame.nodes) {
        const list = map.get(id);
        if (list === undefined) map.set(id, [frame]);
        else list.push(frame);
      }
    }
    around = map;
    surroundings.set(graph, around);
  }
  return around;
}

/** A branch that opens whatever the context holds; a manager's child always runs. */
function alwaysRuns(graph: Graph, { owner, branch }: Frame): boolean {
  const node = graph.nodes.get(owner ?? '');
  return node !== undefined && (roleOf(node) !== 'component' || branch?.condition === undefined);
}

/** A component that passes only when every branch has come to its join, or has told of one that has not; none that may be skipped. */
function insists(graph: Graph, owner: string): boolean {
  const node = graph.nodes.get(owner);
  if (node === undefined || nodeValue(node, 'runs_on') === 'failure' || nodeValue(node, 'continue_on_fail')) return false;
  if (roleOf(node) !== 'component') return descriptorOf(node.type).childFile !== undefined;
  return nodeValue(node, 'join_policy') === 'wait_all' && nodeValue(node, 'error_policy') !== 'ignore';
}

function canEnd(frame: Frame, avoid: Avoid): boolean {
  const seen = new Set(frame.entries);
  const queue = [...seen];
  for (let i = 0; i < queue.length; i++) {
    const id = queue[i] as string;
    if (frame.isEnd(id)) return true;
    for (const step of stepsAround(avoid, id, frame.steps(id))) {
      if (seen.has(step.to)) continue;
      seen.add(step.to);
      queue.push(step.to);
    }
  }
  return false;
}

/** The nodes on every way from the start to the exit, by dominators: what most gates are found among. */
function onEveryWay(graph: Graph): ReadonlySet<string> {
  let nodes = dominators.get(graph);
  if (nodes === undefined) {
    nodes = compute(graph, rootFrame(graph));
    dominators.set(graph, nodes);
  }
  return nodes;
}

function compute(graph: Graph, frame: Frame): ReadonlySet<string> {
  const ids = frame.nodes;
  const indexOf = new Map(ids.map((id, index) => [id, index]));
  const numbers = (names: readonly string[]): number[] => names.map((id) => indexOf.get(id)).filter((index) => index !== undefined);
  const successors = ids.map((id) => numbers(onward(graph, frame, id).map((step) => step.to)));
  successors.push(numbers(frame.entries));
  const above = immediateDominators(ids.length + 1, ids.length, successors);
  const exit = ids.findIndex((id) => frame.isEnd(id));
  const found = new Set<string>();
  for (let v = exit; v !== -1 && v !== unreached && v < ids.length; v = above[v] as number) found.add(ids[v] as string);
  // An exit that nothing reaches is no exit to be passed.
  return exit < 0 || above[exit] === unreached ? new Set(ids) : found;
}

interface At {
  readonly id: string;
  readonly worked: boolean;
  readonly before: At | undefined;
}

/** A way that does some work and goes around, of those with the fewest goal gates a shortest one. */
function wayToExit(graph: Graph, frame: Frame, avoid: Avoid, reversed = false): readonly string[] | undefined {
  const seen = { worked: new Set<string>(), idle: new Set<string>() };
  /** Nodes reached with as many gates as now, and those behind one more. */
  let queue: At[] = [];
  let later: At[] = [];
  const enter = (id: string, before: At | undefined): void => {
    if (id === avoid.gate || seen.worked.has(id)) return;
    const worked = before?.worked === true || works(graph, id);
    if (!worked && seen.idle.has(id)) return;
    const at = { id, worked, before };
    const node = graph.nodes.get(id);
    if (node !== undefined && nodeValue(node, 'goal_gate')) later.push(at);
    else queue.push(at);
  };
  for (const id of frame.entries) enter(id, undefined);
  for (; queue.length > 0 || later.length > 0; [queue, later] = [later, []]) {
    for (let i = 0; i < queue.length; i++) {
      const at = queue[i] as At;
      const known = at.worked ? seen.worked : seen.idle;
      if (known.has(at.id) || seen.worked.has(at.id)) continue;
      known.add(at.id);
      if (frame.isEnd(at.id)) {
        if (at.worked) return trail(at);
        continue;
      }
      const steps = stepsAround(avoid, at.id, onward(graph, frame, at.id));
      for (const step of reversed ? steps.toReversed() : steps) enter(step.to, at);
    }
  }
  return undefined;
}

function trail(at: At): string[] {
  const path: string[] = [];
  for (let each: At | undefined = at; each !== undefined; each = each.before) path.push(each.id);
  return path.reverse();
}

/** The steps of a frame after which the run can still end well. */
function onward(graph: Graph, frame: Frame, id: string): readonly Step[] {
  const canonical = graphValue(graph, 'fail_routing') === 'canonical';
  return frame.steps(id).filter((step) => {
    if (step.kind === 'redirect') return false;
    const onlyFailed = [...step.statuses].every((status) => status === 'fail');
    // The last node before the exit has failed; or the failure stands until its node passes, and then this step was not needed.
    return !onlyFailed || (!frame.isEnd(step.to) && (step.kind !== 'edge' || step.edge?.condition !== undefined || canonical));
  });
}

/** Nodes whose visit means that something was done, blocks included; else the run fails as `nothing_ran` (engine.md 6). */
function works(graph: Graph, id: string): boolean {
  const node = graph.nodes.get(id);
  if (node === undefined) return false;
  const role = roleOf(node);
  return role === 'work' || role === 'component';
}
