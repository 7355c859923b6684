import type { Status } from '@attractor/engine';

const words: ReadonlySet<string> = new Set<Status>(['success', 'partial_success', 'retry', 'fail', 'skipped']);

/** The status that a word names, upper or lower case (engine.md 1); undefined for any other value. */
export function statusWord(value: unknown): Status | undefined {
  if (typeof value !== 'string') return undefined;
  const word = value.trim().toLowerCase();
  return words.has(word) ? (word as Status) : undefined;
}

/**
 * The status that a verdict states: files carry it under both names, so two different ones are a contradiction, which is
 * never a pass.
 */
export function statedStatus(fields: Readonly<Record<string, unknown>>): Status | 'contradiction' | undefined {
  const [status, outcome] = [statusWord(fields['status']), statusWord(fields['outcome'])];
  return status !== undefined && outcome !== undefined && status !== outcome ? 'contradiction' : (status ?? outcome);
}

export const statusWords: readonly string[] = [...words];
