import type { DelegationLog } from '../records/log-row.ts';

/** The id with a number: `D001`; more digits when three do not hold it. */
export function idOf(prefix: string, number: number): string {
  return `${prefix}${String(number).padStart(3, '0')}`;
}

/**
 * The next ids of a prefix in a run: above every id that the log has ever shown and every id given out, whatever was pruned, resumed or
 * lost (DE-03). `peek` gives out nothing; `take` what `peek` said.
 */
export function idsOf(prefix: 'D' | 'GATE' | 'FB' | 'G', log: Pick<DelegationLog, 'highest'>): { peek(): string; take(): string } {
  let last = 0;
  const next = (): number => Math.max(last, log.highest(prefix)) + 1;
  return {
    peek: () => idOf(prefix, next()),
    take: () => {
      last = next();
      return idOf(prefix, last);
    },
  };
}
