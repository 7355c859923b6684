import type { Graph } from '../../model.ts';
import { roleOf } from '../../node-type/registry.ts';
import { maxSteps } from '../../registry/derived.ts';
import { componentsOver } from '../../topology/components.ts';
import type { Step } from './course.ts';
import { type Frame, nextIn } from './frame.ts';
import { type Knot, knotsIn, partsWithout } from './knots.ts';
import type { Cut } from './limits.ts';
import { least, most, nothing, plus, times, type Weight } from './weights.ts';

/** What one visit of a node does, its block and child included. */
export type WeightOf = (id: string) => Weight;

export interface KnotBound {
  readonly knot: Knot;
  readonly most: Weight;
  /** The numbers follow from counted cuts alone. */
  readonly proved: boolean;
}

export interface FrameBound {
  readonly most: Weight;
  readonly knots: readonly KnotBound[];
}

/** How many cuts of a knot are tried to do without. */
const maxTries = 64;

/**
 * The most that a walk through a frame can do. Outside of knots it passes each node once: the heaviest way counts. Within a knot each
 * passage of a cut begins a new stretch without a cycle. Never more than `max_steps` visits (engine.md 3.1).
 */
export function frameBound(graph: Graph, frame: Frame, weightOf: WeightOf): FrameBound {
  const knots = knotsIn(graph, frame).map((knot) => knotBound(graph, knot, weightOf));
  const knotAt = new Map(knots.flatMap((bound) => bound.knot.nodes.map((id) => [id, bound] as const)));
  const next = (id: string): string[] => nextIn(frame, id);
  const ahead = new Map<string, Weight>();
  for (const part of componentsOver(frame.nodes, next)) {
    const own = knotAt.get(part[0] ?? '')?.most ?? weightOf(part[0] ?? '');
    const inside = new Set(part);
    let after = nothing;
    for (const id of part) for (const to of next(id)) if (!inside.has(to)) after = most(after, ahead.get(to) ?? nothing);
    const total = plus(own, after);
    for (const id of part) ahead.set(id, total);
  }
  const free = frame.entries.reduce((sum, id) => most(sum, ahead.get(id) ?? nothing), nothing);
  return { most: least(free, bySteps(graph, frame.nodes, weightOf)), knots };
}

/** `max_steps` visits of the heaviest node. */
function bySteps(graph: Graph, nodes: readonly string[], weightOf: WeightOf): Weight {
  return times(
    nodes.reduce((sum, id) => most(sum, weightOf(id)), nothing),
    maxSteps(graph),
  );
}

function knotBound(graph: Graph, knot: Knot, weightOf: WeightOf): KnotBound {
  const limit = bySteps(graph, knot.nodes, weightOf);
  const cuts = fewestCuts(knot);
  if (cuts === undefined) return { knot, most: limit, proved: false };
  const nodes = new Set(cuts.flatMap((cut) => (cut.node === undefined ? [] : [cut.node])));
  const steps = new Set(cuts.flatMap((cut) => [...cut.steps]));
  const next = (id: string): string[] =>
    knot
      .steps(id)
      .filter((step) => !nodes.has(step.to) && !steps.has(step))
      .map((step) => step.to);
  // Successors come first, and without the cuts every part is one node.
  const stretch = new Map<string, Weight>();
  for (const [id] of componentsOver(
    knot.nodes.filter((each) => !nodes.has(each)),
    next,
  )) {
    if (id === undefined) continue;
    const after = next(id).reduce((sum, to) => most(sum, stretch.get(to) ?? nothing), nothing);
    stretch.set(id, plus(weightOf(id), after));
  }
  const from = (ids: readonly string[]): Weight => ids.reduce((sum, id) => most(sum, stretch.get(id) ?? nothing), nothing);
  let total = from(entriesOf(knot));
  for (const cut of cuts) {
    const passage =
      cut.node === undefined
        ? from(cut.steps.map((step) => step.to))
        : plus(weightOf(cut.node), from(knot.steps(cut.node).map((step) => step.to)));
    total = plus(total, times(passage, cut.count));
  }
  return { knot, most: least(total, limit), proved: true };
}

/** Cuts that leave no cycle, those with large numbers left out where they are not needed; undefined when all together do not suffice. */
function fewestCuts(knot: Knot): readonly Cut[] | undefined {
  const suffice = (cuts: readonly Cut[]): boolean => {
    const nodes = new Set(cuts.flatMap((cut) => (cut.node === undefined ? [] : [cut.node])));
    return partsWithout(knot, nodes, new Set<Step>(cuts.flatMap((cut) => [...cut.steps]))).length === 0;
  };
  if (!suffice(knot.cuts)) return undefined;
  let kept = [...knot.cuts];
  const largest = [...knot.cuts].sort((a, b) => b.count - a.count).slice(0, maxTries);
  for (const cut of largest) {
    const fewer = kept.filter((other) => other !== cut);
    if (suffice(fewer)) kept = fewer;
  }
  return kept;
}

/** Where a walk can enter the knot. */
function entriesOf(knot: Knot): readonly string[] {
  const entries = new Set(knot.frame.entries.filter((id) => knot.has(id)));
  for (const id of knot.frame.nodes) {
    if (knot.has(id)) continue;
    for (const step of knot.frame.steps(id)) if (knot.has(step.to)) entries.add(step.to);
  }
  return [...entries];
}

/** An exit is reached, not visited. */
export function isVisited(graph: Graph, id: string): boolean {
  const node = graph.nodes.get(id);
  return node !== undefined && roleOf(node) !== 'exit';
}
