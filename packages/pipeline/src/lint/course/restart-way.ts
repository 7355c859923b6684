import type { Step } from './course.ts';
import type { Knot } from './knots.ts';

/** Steps looked at for the restarts of one knot. */
const budget = 500_000;

/** Shortest cycles that begin with given steps of a knot; undefined when looking for them has become too long. */
export function restartWays(knot: Knot): (first: Step) => readonly Step[] | undefined {
  let left = budget;
  return (first) => {
    if (left <= 0) return undefined;
    return restartWay(knot, first, () => left--);
  };
}

function restartWay(knot: Knot, first: Step, spend: () => void): readonly Step[] {
  if (first.to === first.from) return [first];
  const before = new Map<string, Step>();
  const queue = [first.to];
  for (let i = 0; i < queue.length; i++) {
    for (const step of knot.steps(queue[i] as string)) {
      spend();
      if (before.has(step.to) || step.to === first.to) continue;
      before.set(step.to, step);
      if (step.to === first.from) return way(before, first);
      queue.push(step.to);
    }
  }
  return [first];
}

function way(before: ReadonlyMap<string, Step>, first: Step): Step[] {
  const path: Step[] = [];
  for (let id = first.from; id !== first.to; ) {
    const step = before.get(id) as Step;
    path.push(step);
    id = step.from;
  }
  return [...path.reverse(), first];
}
