import type { Graph } from '../../model.ts';
import { componentsOver } from '../../topology/components.ts';
import type { CycleLimit } from '../worst-case.ts';
import type { Step } from './course.ts';
import { type Frame, nextIn, ownedFrames, rootFrame } from './frame.ts';
import { type Cut, countedCuts, trustedLimits } from './limits.ts';
import { wayText } from './way-text.ts';

/** Nodes that lie on cycles with each other in one frame, with what bounds these cycles. */
export interface Knot {
  readonly frame: Frame;
  /** In file order. */
  readonly nodes: readonly string[];
  readonly has: (id: string) => boolean;
  /** The steps from a node that stay in the knot. */
  steps(id: string): readonly Step[];
  readonly cuts: readonly Cut[];
  readonly trusted: readonly CycleLimit[];
}

const cache = new WeakMap<Graph, readonly Knot[]>();

/** The knots of the pipeline, then those of branches and children; one that several branches share comes once. */
export function knotsOf(graph: Graph): readonly Knot[] {
  let knots = cache.get(graph);
  if (knots === undefined) {
    const found = new Map<string, Knot>();
    for (const frame of [rootFrame(graph), ...ownedFrames(graph)]) {
      for (const knot of knotsIn(graph, frame)) {
        const key = knot.nodes.join('\n');
        if (!found.has(key)) found.set(key, knot);
      }
    }
    knots = [...found.values()];
    cache.set(graph, knots);
  }
  return knots;
}

/** The strongly connected parts of a frame that hold a cycle, successors first. */
export function knotsIn(graph: Graph, frame: Frame): readonly Knot[] {
  const next = (id: string): string[] => nextIn(frame, id);
  const parts = componentsOver(frame.nodes, next).filter(
    ([id, other]) => id !== undefined && (other !== undefined || next(id).includes(id)),
  );
  if (parts.length === 0) return [];
  const order = orderOf(graph);
  return parts.map((part) =>
    knotOf(
      graph,
      frame,
      [...part].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0)),
    ),
  );
}

function knotOf(graph: Graph, frame: Frame, nodes: readonly string[]): Knot {
  const inside = new Set(nodes);
  const kept = new Map(nodes.map((id) => [id, frame.steps(id).filter((step) => inside.has(step.to))]));
  const steps = (id: string): readonly Step[] => kept.get(id) ?? [];
  return {
    frame,
    nodes,
    has: (id) => inside.has(id),
    steps,
    cuts: countedCuts(graph, nodes, steps),
    trusted: trustedLimits(graph, nodes, steps),
  };
}

/** The parts of a knot that still hold cycles when nodes and steps are taken out; successors first. */
export function partsWithout(knot: Knot, nodes: ReadonlySet<string>, steps: ReadonlySet<Step>): string[][] {
  const next = (id: string): string[] => openSteps(knot, id, nodes, steps).map((step) => step.to);
  const left = knot.nodes.filter((id) => !nodes.has(id));
  return componentsOver(left, next).filter(([id, other]) => id !== undefined && (other !== undefined || next(id).includes(id)));
}

function openSteps(knot: Knot, id: string, nodes: ReadonlySet<string>, steps: ReadonlySet<Step>): Step[] {
  return knot.steps(id).filter((step) => !nodes.has(step.to) && !steps.has(step));
}

/** A shortest cycle through the first node of a part, as steps. */
export function cycleIn(
  knot: Knot,
  part: readonly string[],
  nodes: ReadonlySet<string> = new Set(),
  steps: ReadonlySet<Step> = new Set(),
): readonly Step[] {
  const inside = new Set(part);
  const order = new Map(knot.nodes.map((id, index) => [id, index]));
  // A cycle through a redirect is told from a node that works, not from the exit.
  const place = (id: string): number => (order.get(id) ?? 0) + (knot.frame.isEnd(id) ? order.size : 0);
  const first = part.reduce((a, b) => (place(a) <= place(b) ? a : b));
  const before = new Map<string, Step>();
  const queue = [first];
  for (let i = 0; i < queue.length; i++) {
    for (const step of openSteps(knot, queue[i] as string, nodes, steps)) {
      if (!inside.has(step.to)) continue;
      if (step.to === first) return trail(before, step, first);
      if (before.has(step.to)) continue;
      before.set(step.to, step);
      queue.push(step.to);
    }
  }
  return [];
}

function trail(before: ReadonlyMap<string, Step>, last: Step, first: string): Step[] {
  const path = [last];
  for (let step = last; step.from !== first; ) {
    step = before.get(step.from) as Step;
    path.push(step);
  }
  return path.reverse();
}

/** What takes the bounded cycles out of a knot: all counted cuts and trusted nodes. */
export function withoutLimits(knot: Knot): { readonly nodes: ReadonlySet<string>; readonly steps: ReadonlySet<Step> } {
  const nodes = new Set([...knot.cuts.map((cut) => cut.node), ...knot.trusted.map((limit) => limit.node)].filter((id) => id !== undefined));
  return { nodes, steps: new Set(knot.cuts.flatMap((cut) => [...cut.steps])) };
}

/** `a -> b -> a` */
export function cycleText(steps: readonly Step[]): string {
  const ids = steps.map((step) => step.from);
  return wayText([...ids, ids[0] ?? '']);
}

const orders = new WeakMap<Graph, ReadonlyMap<string, number>>();

export function orderOf(graph: Graph): ReadonlyMap<string, number> {
  let order = orders.get(graph);
  if (order === undefined) {
    order = new Map([...graph.nodes.keys()].map((id, index) => [id, index]));
    orders.set(graph, order);
  }
  return order;
}
