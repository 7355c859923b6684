import type { DelegationLog } from '../records/log-row.ts';

/** The id with a number: `D001`; more digits when three do not hold it. */
export function idOf(prefix: string, number: number): string {
  return `${prefix}${String(number).padStart(3, '0')}`;
}

/** The ids of a prefix in a run: above every one that the log has ever shown or that was given out, whatever was pruned, resumed or lost (DE-03). */
export function idsOf(prefix: 'D' | 'GATE' | 'FB' | 'G', log: Pick<DelegationLog, 'highest'>): IdSource {
  let last = 0;
  return {
    take(use) {
      const number = Math.max(last, log.highest(prefix)) + 1;
      const result = use(idOf(prefix, number));
      last = number;
      return result;
    },
  };
}

export interface IdSource {
  /** Gives out the next id; when its use throws, nobody has had it. */
  take<T>(use: (id: string) => T): T;
}
