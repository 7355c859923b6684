import type { RunEvent, TraceLine } from '../event.ts';

/** How a child run's records reach its parent's: one trace and one event stream show the whole (files.md 1, 4). */
export interface Upward {
  event(event: RunEvent): void;
  trace(line: TraceLine): void;
}

/** Events that speak of a run as a whole; a child's stay in its own directory. */
const ownEvents = /^(pipeline\.|phase\.|checkpoint\.)/;

export function isOwnEvent(event: RunEvent): boolean {
  return ownEvents.test(event.type);
}

/** `outer>inner`, either of which may be empty (§30). */
export function joinBranches(outer: string, inner: string): string {
  return outer === '' ? inner : inner === '' ? outer : `${outer}>${inner}`;
}
