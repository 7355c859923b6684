import type { RunEvent } from '@attractor/engine';
import { addSpent, fullerSpent, nothingSpent, type Spent, spentOf, usageOfData } from './spent.ts';

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
  /** Nodes whose calls were told of one by one. */
  readonly heard: Set<string>;
}

export function newTotals(): Totals {
  return { ended: nothingSpent, open: new Map(), heard: new Set() };
}

export function totalOf({ ended, open }: Totals): Spent {
  return [...open.values()].reduce((sum, { seen, said }) => addSpent(sum, fullerSpent(seen, said)), ended);
}

/** Takes what an event says was used. For a node's end: what the visit has used, all attempts together. */
export function countEvent(totals: Totals, event: RunEvent): Spent {
  if (event.type === 'agent.usage') {
    totals.heard.add(keyOf(event));
    return add(totals, event, 'seen', spentOf(usageOfData(event.data)));
  }
  if (event.type !== 'node.retrying' && event.type !== 'node.completed') return nothingSpent;
  const said = spentOf(event.usage);
  if (isInChild(event)) {
    // Where its calls were told of, they are counted already.
    if (!totals.heard.has(keyOf(event))) add(totals, event, 'seen', said);
    if (event.type === 'node.completed') totals.heard.delete(keyOf(event));
    return said;
  }
  add(totals, event, 'said', said);
  return event.type === 'node.completed' ? close(totals, event) : said;
}

function add(totals: Totals, place: Place, account: keyof Open, spent: Spent): Spent {
  const key = ownerKey(place);
  const open = totals.open.get(key) ?? nothingOpen;
  totals.open.set(key, { ...open, [account]: addSpent(open[account], spent) });
  return spent;
}

function close(totals: Totals, place: Place): Spent {
  const key = ownerKey(place);
  const { seen, said } = totals.open.get(key) ?? nothingOpen;
  const spent = fullerSpent(seen, said);
  totals.open.delete(key);
  totals.heard.delete(keyOf(place));
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

function keyOf({ node, branch = '' }: Place): string {
  return `${branch}|${node}`;
}

/** The node of the run itself in which something happens: for a child's node the folder or manager around it. */
function ownerKey({ node, branch = '' }: Place): string {
  const steps = branch.split('>');
  const at = steps.findIndex((step) => childStep.test(step));
  if (at < 0) return keyOf({ node, branch });
  const step = steps[at] ?? '';
  const owner = step.startsWith('cycle:') ? step.slice('cycle:'.length).replace(/:\d+$/, '') : step.slice('subgraph:'.length);
  return `${steps.slice(0, at).join('>')}|${owner}`;
}
