import type { Rule } from '../rule.ts';
import { ladderClasses, ladderFindings } from './ladder.ts';

/** One rule a class of the ladder; of all of them only the first that fails speaks (GM-02 to GM-07). */
export const ladderRules: readonly Rule[] = ladderClasses.map((id) => ({
  id,
  severity: 'error',
  check: ({ graph }) => ladderFindings(graph, id),
}));
