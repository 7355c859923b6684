import type { Harness } from '../support/harness.ts';

/** One behaviour that every provider shows. */
export interface Row {
  readonly name: string;
  readonly run: (h: Harness) => Promise<void>;
}
