import type { StudySettings } from '../config/settings.ts';

/** The checks of the reproduction gate, in their order (RG-03). What agents are told of the gate is made of this (RG-16). */
export const reproductionChecks = [
  {
    id: 'rows',
    contract: 'The evaluation store holds at least one row. Without rows there is nothing to reproduce from, and nothing is executed.',
    advice: 'Have the campaign evaluated first (tool Evaluate); the deliverable then reproduces from its rows.',
  },
  {
    id: 'run',
    contract: 'It ends with exit code 0 within the time ceiling.',
    advice: 'Make it lazy: load finished rows from the store, and cache or load what is expensive.',
  },
  {
    id: 'lazy',
    contract: 'It adds no row to the store, in no namespace: zero new evaluations.',
    advice: 'Load the rows instead of evaluating: an input with a finished row costs nothing.',
  },
  {
    id: 'unchanged',
    contract: 'It changes and removes no row. Storing identical rows again is fine.',
    advice: 'Read the store; do not write to it.',
  },
  {
    id: 'headline',
    contract: 'If it prints both `REPRODUCED: <number>` and `CLAIMED_HEADLINE: <number>`, the two agree. A missing line never fails.',
    advice: 'Compute the headline from the rows, and claim that number.',
  },
] as const;

export type CheckId = (typeof reproductionChecks)[number]['id'];

/** RG-06: a tenth of the time budget, at least 180 s; 300 s without one; or what `reproduce_timeout_s` says. */
export function timeCeilingMs({ budgetMs, reproduceTimeoutMs }: Pick<StudySettings, 'budgetMs' | 'reproduceTimeoutMs'>): number {
  if (reproduceTimeoutMs !== undefined) return reproduceTimeoutMs;
  return budgetMs === undefined || budgetMs <= 0 ? 300_000 : Math.max(budgetMs / 10, 180_000);
}

/** The gate's own description, for prompts and tool descriptions (RG-16). */
export function reproductionGateText(settings: Pick<StudySettings, 'budgetMs' | 'reproduceTimeoutMs' | 'headlineTolerance'>): string {
  const checks = reproductionChecks.map(({ contract }, index) => `${index}. ${contract}`);
  return [
    'The reproduction gate executes the deliverable against a throwaway copy of the evaluation store, whose folder is in the environment variable ATTRACTOR_STORE_DIR (`rows.jsonl`, and `<namespace>/rows.jsonl`: one JSON object with input, output and status a line). It checks, in this order, and answers with the first check that fails:',
    ...checks,
    `The time ceiling is ${timeCeilingMs(settings) / 1000} s; numbers agree within ${settings.headlineTolerance} of the claim. The gate is mechanical: it does not judge the headline, and nothing else passes in a check's place.`,
  ].join('\n');
}
