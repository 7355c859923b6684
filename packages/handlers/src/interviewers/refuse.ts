import type { Interviewer } from '@attractor/engine';

/** The values of `--on-human-gate` that can answer a gate. */
const ways = 'console, auto-approve, park or queue:FILE';

/** `--on-human-gate fail`: nobody can be asked, so every gate fails, naming the flag and its values (engine.md 9). */
export function refuseInterviewer(): Interviewer {
  return {
    parks: false,
    attempts: 1,
    ask: (question) =>
      Promise.resolve({
        kind: 'skipped',
        reason: `'${question.stage}' needs a person, and --on-human-gate is fail; give --on-human-gate ${ways}`,
        source: { channel: 'fail' },
      }),
    inform: () => {},
  };
}
