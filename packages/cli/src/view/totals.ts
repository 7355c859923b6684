import { addSpent, fullerSpent, nothingSpent, type Spent } from './spent.ts';

/** Two accounts of a visit that is not over: what was seen call by call, and what the ends of its attempts say. */
interface Open {
  readonly seen: Spent;
  readonly said: Spent;
}

/**
 * What a run has used, nothing counted twice: what children's nodes use is part of what the node says at its end that runs
 * them. Until then it is counted as it happens.
 */
export interface Totals {
  ended: Spent;
  /** By the run's own node, for a child's node the one around it. */
  readonly open: Map<string, Open>;
}

export function newTotals(): Totals {
  return { ended: nothingSpent, open: new Map() };
}

export function totalOf({ ended, open }: Totals): Spent {
  return [...open.values()].reduce((sum, { seen, said }) => addSpent(sum, fullerSpent(seen, said)), ended);
}

/** A call in a node, or in the child runs below it, has used something. */
export function countCall(totals: Totals, place: Place, spent: Spent): void {
  const key = ownerKey(place);
  const { seen, said } = totals.open.get(key) ?? nothingOpen;
  totals.open.set(key, { seen: addSpent(seen, spent), said });
}

/** An attempt of a node of the run itself is over, and says what it used. */
export function countAttempt(totals: Totals, place: Place, spent: Spent): void {
  const key = ownerKey(place);
  const { seen, said } = totals.open.get(key) ?? nothingOpen;
  totals.open.set(key, { seen, said: addSpent(said, spent) });
}

/** A visit of a node of the run itself is over; its last attempt says what it used. Returns what the whole visit did. */
export function closeVisit(totals: Totals, place: Place, last: Spent): Spent {
  countAttempt(totals, place, last);
  const key = ownerKey(place);
  const { seen, said } = totals.open.get(key) ?? nothingOpen;
  const spent = fullerSpent(seen, said);
  totals.open.delete(key);
  totals.ended = addSpent(totals.ended, spent);
  return spent;
}

const nothingOpen: Open = { seen: nothingSpent, said: nothingSpent };

export interface Place {
  readonly node: string;
  readonly branch?: string;
}

/** Whether a node belongs to a child run (engine.md 11). */
export function isInChild({ branch = '' }: Place): boolean {
  return childStep.test(branch);
}

const childStep = /(^|>)(?:subgraph|cycle):/;

/** The node of the run itself in which something happens: for a child's node the folder or manager around it. */
function ownerKey({ node, branch = '' }: Place): string {
  const steps = branch.split('>');
  const at = steps.findIndex((step) => childStep.test(step));
  if (at < 0) return `${branch}|${node}`;
  const step = steps[at] ?? '';
  const owner = step.startsWith('cycle:') ? step.slice('cycle:'.length).replace(/:\d+$/, '') : step.slice('subgraph:'.length);
  return `${steps.slice(0, at).join('>')}|${owner}`;
}
