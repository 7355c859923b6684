import type { Step } from './course.ts';
import type { Knot } from './knots.ts';

/** A shortest cycle that begins with a given step of a knot. */
export function restartWay(knot: Knot, first: Step): readonly Step[] {
  if (first.to === first.from) return [first];
  const before = new Map<string, Step>();
  const queue = [first.to];
  for (let i = 0; i < queue.length; i++) {
    for (const step of knot.steps(queue[i] as string)) {
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
