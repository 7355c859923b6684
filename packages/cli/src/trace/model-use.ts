import type { RunEvent } from '@attractor/engine';
import { type ModelWork, modelWork } from '../view/model-work.ts';
import { addSpent, fullerSpent, isSpent, nothingSpent, type Spent, spentOf } from '../view/spent.ts';
import { countEvent, newTotals, totalOf } from '../view/totals.ts';

/** What the model of one visit did. */
export interface ModelUse {
  /** Empty where nobody told, e.g. for a scripted answer. */
  readonly models: readonly string[];
  readonly turns: number;
  readonly spent: Spent;
}

export interface ModelUses {
  /** Of visits that are over, by `visitKey`. */
  readonly visits: ReadonlyMap<string, ModelUse>;
  /** Of the whole run, what is in progress or was interrupted included. */
  readonly total: Spent;
}

/** A visit is named by branch, node and number. */
export function visitKey(branch: string, node: string, visit: number): string {
  return `${branch}|${node}|${visit}`;
}

interface Open {
  readonly visit: number;
  readonly work?: ModelWork;
  readonly models: readonly string[];
  /** By the ends of earlier attempts. */
  readonly said: Spent;
}

/**
 * Models, turns, tokens and cost by visit, folded out of a run's events: what calls said one by one and what ends of attempts
 * said are two accounts of the same, of which the fuller one counts. A call that an interruption cut off is in the first only.
 */
export function modelUses(events: Iterable<RunEvent>): ModelUses {
  const visits = new Map<string, ModelUse>();
  const totals = newTotals();
  const open = new Map<string, Open>();
  for (const event of events) {
    countEvent(totals, event);
    if (!('node' in event) || event.node === undefined) continue;
    const key = `${event.branch ?? ''}|${event.node}`;
    const known = open.get(key) ?? { visit: 0, models: [], said: nothingSpent };
    if (event.type === 'node.started')
      open.set(key, known.visit === event.visit ? known : { visit: event.visit, models: [], said: nothingSpent });
    else if (event.type === 'node.retrying') open.set(key, { ...known, said: addSpent(known.said, spentOf(event.usage)) });
    else if ('data' in event) open.set(key, withWork(known, modelWork(known.work, event)));
    else if (event.type === 'node.completed') {
      open.delete(key);
      const spent = fullerSpent(known.work?.spent ?? nothingSpent, addSpent(known.said, spentOf(event.usage)));
      if (known.work === undefined && !isSpent(spent)) continue;
      const visit = visitKey(event.branch ?? '', event.node, event.visit);
      visits.set(visit, { models: known.models, turns: known.work?.turns ?? 0, spent });
    }
  }
  return { visits, total: totalOf(totals) };
}

function withWork(known: Open, work: ModelWork | undefined): Open {
  if (work === undefined) return known;
  const models = work.model === '' || known.models.includes(work.model) ? known.models : [...known.models, work.model];
  return { ...known, work, models };
}
