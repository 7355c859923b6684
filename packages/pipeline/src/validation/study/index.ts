import type { Rule } from '../rule.ts';
import { delegatesAttribute, delegatesRepeated } from './delegates-edges.ts';
import { entryOffFlow } from './entry-off-flow.ts';
import { judgeUnknown } from './judge-unknown.ts';
import { ladderRules } from './ladder-rules.ts';
import { notBuilt } from './not-built.ts';
import { patternBound } from './pattern-bound.ts';
import { studyAttribute } from './study-attribute.ts';
import { studyInBlock, studyRestart } from './study-blocks.ts';
import { studyOnly } from './study-only.ts';
import { studyRoute } from './study-route.ts';
import { studyTools } from './study-tools.ts';
import { teamUnreached } from './team-unreached.ts';

/** The rules of study graphs (study-rulings.md A, C); they need no code that runs a study. */
export const studyRules: readonly Rule[] = [
  ...ladderRules,
  entryOffFlow,
  teamUnreached,
  studyRoute,
  delegatesAttribute,
  delegatesRepeated,
  judgeUnknown,
  studyOnly,
  notBuilt,
  patternBound,
  studyInBlock,
  studyRestart,
  studyAttribute,
  studyTools,
];
