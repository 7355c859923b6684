import { type BackendAnswer, type Invocation, type Outcome, passed, retry, success } from '@attractor/engine';
import { type Condition, edgeValue, flowOut, nodeValue, normalizeLabel } from '@attractor/pipeline';
import { readStatusFile } from '../status-file.ts';
import { verdictFromReport } from '../verdict/from-report.ts';
import { statedVerdict, type VerdictScope, verdictFromText } from '../verdict/from-text.ts';
import { schemaFailure } from './model-calls.ts';
import type { SchemaAnswer } from './response-schema.ts';

/** The verdict that does not come from the text: report, then status file (backends.md 2, sources 1 and 2). */
export function assertedVerdict(invocation: Invocation, answer: BackendAnswer, statusFile: string): Outcome | undefined {
  const reported = answer.report === undefined ? undefined : verdictFromReport(answer.report, invocation.node.id);
  return reported ?? readStatusFile(statusFile, invocation.node.id);
}

/** The outcome of an answer by the ladder of backends.md 2; under a response schema format alone is no verdict (§23, §25). */
export function readAnswer(
  invocation: Invocation,
  answer: BackendAnswer,
  asserted: Outcome | undefined,
  checked: SchemaAnswer | undefined,
): Outcome {
  const scope = scopeOf(invocation, answer);
  if (checked === undefined) return asserted ?? verdictFromText(answer.text, scope);
  if (!checked.ok) return schemaFailure(checked.problems);
  const stated = asserted ?? statedVerdict(answer.text, scope) ?? undecided(scope);
  const fits = { ...stated, notes: checked.raw };
  return passed(fits) || stated.isExplicit ? { ...fits, systemUpdates: { [invocation.node.id]: checked.value } } : fits;
}

function undecided(scope: VerdictScope): Outcome {
  if (scope.goalGate) return retry(`goal gate '${scope.node}' answered in the format of its response_schema but without a verdict in it`);
  return success(false);
}

function scopeOf({ graph, node }: Invocation, answer: BackendAnswer): VerdictScope {
  return {
    node: node.id,
    goalGate: nodeValue(node, 'goal_gate'),
    toolCalls: answer.toolCalls,
    isRouteLabel(word) {
      const label = normalizeLabel(word);
      return flowOut(graph, node.id).some((edge) => {
        const written = edgeValue(edge, 'label');
        return (written !== undefined && written !== '' && normalizeLabel(written) === label) || testsOutcome(edge.condition, word);
      });
    },
  };
}

/** Whether a condition somewhere compares `outcome` (or `preferred_label`) with the word. */
function testsOutcome(condition: Condition | undefined, word: string): boolean {
  const pending = condition === undefined ? [] : [condition];
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    if (item.kind === 'comparison') {
      if (item.operator === '=' && (item.key === 'outcome' || item.key === 'preferred_label') && item.literal.trim() === word) return true;
    } else if (item.kind === 'not') pending.push(item.operand);
    else if (item.kind === 'and' || item.kind === 'or') pending.push(...item.operands);
  }
  return false;
}
