import type { CallKey } from './format.ts';

/**
 * The calls of one node in one branch, in their order. A call that is made again, because a crash or a cancel interrupted the
 * attempt, takes the place of the first.
 */
export interface Places<T> {
  /** Where a call stands or would stand. */
  indexOf(key: CallKey): number;
  put(key: CallKey, item: T): void;
  at(index: number): T | undefined;
  readonly size: number;
}

export function places<T>(): Places<T> {
  const calls: { key: CallKey; item: T }[] = [];
  const indexOf = (key: CallKey): number => {
    const last = calls.at(-1);
    return last !== undefined && isAgain(last.key, key) ? calls.length - 1 : calls.length;
  };
  return {
    indexOf,
    put: (key, item) => void calls.splice(indexOf(key), 1, { key, item }),
    at: (index) => calls[index]?.item,
    get size() {
      return calls.length;
    },
  };
}

/** The next attempt of a visit after an interruption; the journal has not counted the call that was interrupted. */
function isAgain(last: CallKey, key: CallKey): boolean {
  return key.resumed && last.n === key.n && last.visit === key.visit && last.attempt < key.attempt;
}

/** Names a node in a branch, for maps and messages. */
export function placeName({ branch, node }: Pick<CallKey, 'branch' | 'node'>): string {
  return branch === '' ? node : `${branch}>${node}`;
}
