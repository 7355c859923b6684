import type { Interviewer } from '@attractor/engine';

/** Asks nobody: a gate that needs an answer parks the run, and `recordAnswer` answers it from anywhere (engine.md 9). */
export function parkInterviewer(inform: (message: string, stage: string) => void = () => {}): Interviewer {
  return {
    parks: true,
    ask: () => Promise.resolve({ kind: 'skipped', reason: 'this channel parks the run and asks nobody' }),
    inform,
  };
}
