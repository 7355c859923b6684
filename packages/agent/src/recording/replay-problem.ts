/** Why a replay cannot go on: never retried, and nothing leads on from it (backends.md 1). */
export class ReplayProblem extends Error {
  override readonly name = 'ReplayProblem';
}

/** A problem as the command line shows it. */
export interface ReplayFinding {
  readonly node: string;
  /** What is wrong, with the diff of a prompt that differs. */
  readonly text: string;
}

/** Lines of a diff in a failure reason. */
export const diffLines = 40;
