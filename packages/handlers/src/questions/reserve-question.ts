import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { safeName } from '@attractor/engine';
import { questionDirectory } from './read-questions.ts';

/**
 * Makes the folder of the next question of a gate and returns its id: `review`, then `review-2`, ... A folder that holds
 * no question yet was left by a crash and is taken again, so the ids of a run do not depend on where it was interrupted.
 * `place` must be one at which no two questions are asked at the same time.
 */
export function reserveQuestion(runDirectory: string, place: string): string {
  const base = safeName(place);
  const id = (n: number): string => (n === 1 ? base : `${base}-${n}`);
  const taken = (n: number): boolean => existsSync(join(questionDirectory(runDirectory, id(n)), 'question.json'));
  // The numbers have no gaps: find the first free one without asking for each.
  let high = 1;
  while (taken(high)) high *= 2;
  let low = Math.floor(high / 2);
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (taken(middle)) low = middle;
    else high = middle;
  }
  mkdirSync(questionDirectory(runDirectory, id(high)), { recursive: true, mode: 0o700 });
  return id(high);
}

/** Where in a run a gate asks, for people: the node, behind the branches and children it lies in (`fan.2.review`). */
export function questionPlace(branch: string, node: string): string {
  const steps = branch.split('>').filter((step) => step !== '');
  return [...steps.map((step) => step.split(':').slice(1).join('.') || step), node].join('.');
}
