/** What a study's conclusions are worth (BH-12). Never derived from a run's status, nor the other way round (D10). */
export const outcomes = ['GATED', 'UNGATED', 'FAILED'] as const;
export type StudyOutcome = (typeof outcomes)[number];

export const terminations = [
  'done',
  'no_close',
  'backstop_time',
  'backstop_usd',
  'repeated_errors',
  'recursion_limit',
  'crashed',
  'killed',
  'stopped',
  'backend_unavailable',
] as const;
export type Termination = (typeof terminations)[number];

export interface TerminalTriple {
  readonly outcome: StudyOutcome;
  readonly termination: Termination;
  /** A critic actually ran in gate mode (BH-13). */
  readonly reviewed: boolean;
}

const halts: ReadonlySet<Termination> = new Set(terminations.filter((word) => word !== 'done'));

/** Fails safe: unknown words are UNGATED and no_close, GATED needs `done` and a review (BH-12). */
export function resolveTriple(outcome: unknown, termination: unknown, reviewed: boolean): TerminalTriple {
  const end = terminations.find((word) => word === termination) ?? 'no_close';
  const worth = outcomes.find((word) => word === outcome) ?? 'UNGATED';
  const gated = worth !== 'GATED' || (reviewed && !halts.has(end));
  return { outcome: gated ? worth : 'UNGATED', termination: end, reviewed };
}
