import type { Clock } from '@attractor/engine';
import { type Conditions, conditionsOf } from './condition.ts';
import { type Entry, isLive } from './entry.ts';

/**
 * The delegations that the run remembers, of all delegators (DE-01, DE-02). Every check-and-take is one synchronous step, so nothing comes
 * between (DE-06).
 */
export interface Registry {
  readonly conditions: Conditions;
  add(entry: Entry): void;
  get(id: string): Entry | undefined;
  remove(id: string): void;
  /** Oldest first. */
  all(): readonly Entry[];
  /** Of one delegator identity, oldest first (DE-04). */
  childrenOf(identity: string): readonly Entry[];
  /** Everything below an identity, however deep. */
  below(identity: string): readonly Entry[];
  tell(id: string, text: string, urgent: boolean): void;
  takeTold(id: string): readonly string[];
  hasUrgent(id: string): boolean;
  /** An order of what became collectable. */
  nextReady(): number;
}

export function registryOf(clock: Pick<Clock, 'sleep'>): Registry {
  const entries = new Map<string, Entry>();
  const children = new Map<string, Entry[]>();
  const conditions = conditionsOf(clock);
  let ready = 0;
  return {
    conditions,
    add(entry) {
      entries.set(entry.id, entry);
      const siblings = children.get(entry.parent);
      if (siblings === undefined) children.set(entry.parent, [entry]);
      else siblings.push(entry);
    },
    get: (id) => entries.get(id),
    remove(id) {
      const entry = entries.get(id);
      if (entry === undefined) return;
      entries.delete(id);
      children.set(
        entry.parent,
        (children.get(entry.parent) ?? []).filter((other) => other !== entry),
      );
    },
    all: () => [...entries.values()],
    childrenOf: (identity) => children.get(identity) ?? [],
    below(identity) {
      const found: Entry[] = [];
      const open = [identity];
      for (let at = open.pop(); at !== undefined; at = open.pop()) {
        for (const child of children.get(at) ?? []) {
          found.push(child);
          open.push(child.id);
        }
      }
      return found;
    },
    tell(id, text, urgent) {
      const entry = entries.get(id);
      if (entry === undefined || !isLive(entry) || text.trim() === '') return;
      entry.told.push({ text, urgent });
      conditions.wake(id);
    },
    takeTold: (id) => (entries.get(id)?.told.splice(0) ?? []).map((told) => told.text),
    hasUrgent: (id) => entries.get(id)?.told.some((told) => told.urgent) ?? false,
    nextReady: () => ++ready,
  };
}
