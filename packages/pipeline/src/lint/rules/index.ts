import type { Rule } from '../../validation/rule.ts';
import { pipeMasksExit } from './cmd-001-pipe-masks-exit.ts';
import { pipeThenToken } from './cmd-002-pipe-then-token.ts';
import { rawSubstitution } from './cmd-003-raw-substitution.ts';
import { absoluteCd } from './cmd-004-absolute-cd.ts';
import { quotedHeredoc } from './cmd-005-quoted-heredoc.ts';
import { valueAsCode } from './cmd-006-value-as-code.ts';
import { pipefailUnsupported } from './cmd-007-pipefail-unsupported.ts';
import { undefinedKey } from './flow-001-undefined-key.ts';
import { branchLocalKey } from './flow-002-branch-local-key.ts';
import { outputWithoutOutcome } from './flow-003-output-without-outcome.ts';
import { classWithoutRule } from './model-001-class-without-rule.ts';
import { clockOrder } from './time-001-clock-order.ts';
import { deadConditionalEdge } from './topo-001-dead-conditional-edge.ts';
import { staleLabelCollision } from './topo-002-stale-label-collision.ts';
import { acyclicGraph } from './topo-003-acyclic-graph.ts';
import { cycleNoConditionalExit } from './topo-004-cycle-no-conditional-exit.ts';
import { cycleNoDeterministicExit } from './topo-005-cycle-no-deterministic-exit.ts';
import { failRoutedToExit } from './topo-006-fail-routed-to-exit.ts';
import { gateRetryBudgetDead } from './topo-007-gate-retry-budget-dead.ts';
import { inertEvidenceGate } from './topo-008-inert-evidence-gate.ts';
import { outcomeLabelShadowing } from './topo-009-outcome-label-shadowing.ts';
import { noFailureRoute } from './topo-010-no-failure-route.ts';
import { gateBypass } from './topo-011-gate-bypass.ts';
import { unboundedCycle } from './topo-012-unbounded-cycle.ts';
import { noMatchingEdge } from './topo-013-no-matching-edge.ts';
import { feedbackMissing } from './topo-014-feedback-missing.ts';

/** The rules of language.md 8, in the order of its table. A rule is one file in this folder and one line here. */
export const lintRules: readonly Rule[] = [
  deadConditionalEdge,
  staleLabelCollision,
  acyclicGraph,
  cycleNoConditionalExit,
  cycleNoDeterministicExit,
  failRoutedToExit,
  gateRetryBudgetDead,
  inertEvidenceGate,
  outcomeLabelShadowing,
  noFailureRoute,
  gateBypass,
  unboundedCycle,
  noMatchingEdge,
  feedbackMissing,
  undefinedKey,
  branchLocalKey,
  outputWithoutOutcome,
  pipeMasksExit,
  pipeThenToken,
  rawSubstitution,
  absoluteCd,
  quotedHeredoc,
  valueAsCode,
  pipefailUnsupported,
  clockOrder,
  classWithoutRule,
];
