import { fail, type Outcome, retry, success } from '@attractor/engine';
import { findJsonObjects } from './json-objects.ts';
import { reportedOutcome } from './reported-outcome.ts';
import { statedStatus } from './status-word.ts';

/** What the reading of an answer depends on besides its text. */
export interface VerdictScope {
  readonly node: string;
  readonly goalGate: boolean;
  /** Successful tool calls behind the answer. */
  readonly toolCalls: number;
  /** Whether an out-edge has this word as its label or tests `outcome=` it. */
  isRouteLabel(word: string): boolean;
}

/**
 * The verdict in an answer's text (backends.md 2, sources 3 and 4; §25): the last JSON verdict, on a goal gate a line
 * `STATUS: fail`, else what no verdict means. Linear in the text.
 */
export function verdictFromText(text: string, scope: VerdictScope): Outcome {
  const stated = statedVerdict(text, scope);
  if (stated !== undefined) return stated;
  if (text.trim() === '') return blankAnswer(scope);
  if (scope.goalGate) {
    const reason = `goal gate '${scope.node}' answered without a verdict; it must call report_outcome or end with {"status": "success"} or {"status": "fail"}`;
    return retry(reason);
  }
  return success(false, { notes: `Stage completed: ${scope.node}` });
}

/** Only what the text states: undefined when it holds no verdict. */
export function statedVerdict(text: string, scope: VerdictScope): Outcome | undefined {
  for (const { value, end } of [...findJsonObjects(text)].reverse()) {
    const status = statedStatus(value);
    // The last word counts, also when it is such a line.
    if (status !== undefined && scope.goalGate && hasFailLine(text.slice(end))) break;
    if (status === 'contradiction')
      return fail('deterministic', `the verdict contradicts itself: ${JSON.stringify(value).slice(0, 200)}`, { isExplicit: true });
    if (status !== undefined) return reportedOutcome(status, value, scope.node);
    const word = [value['status'], value['outcome']].find((item) => typeof item === 'string' && item.trim() !== '');
    if (typeof word === 'string' && scope.isRouteLabel(word.trim())) return labelled(word.trim(), value, scope.node);
  }
  if (scope.goalGate && hasFailLine(text)) return fail('deterministic', failLineReason(text), { isExplicit: true });
  return undefined;
}

/** A word that is no status but a route of this node: it names the route, it does not assert that the work is done. */
function labelled(word: string, fields: Readonly<Record<string, unknown>>, node: string): Outcome {
  return { ...reportedOutcome('success', fields, node), isExplicit: false, preferredLabel: word };
}

function blankAnswer(scope: VerdictScope): Outcome {
  if (scope.toolCalls === 0) return fail('deterministic', 'empty response');
  if (scope.goalGate) return fail('deterministic', `empty response: goal gate '${scope.node}' gave no verdict after its tool calls`);
  return success(false, { notes: `Stage completed: ${scope.node}` });
}

const failLine = /^[ \t]*#{0,6}[ \t]*[*_]{0,3}status[*_]{0,3}[ \t]*:[ \t]*[*_]{0,3}[ \t]*fail[*_]{0,3}[ \t]*$/im;

function hasFailLine(text: string): boolean {
  return text.split('\n').some((line) => line.length <= 200 && failLine.test(line));
}

/** The answer without the line itself, shortened: it says why. */
function failLineReason(text: string): string {
  const rest = text
    .split('\n')
    .filter((line) => line.length > 200 || !failLine.test(line))
    .join('\n')
    .trim();
  return rest === '' ? 'the answer says STATUS: fail' : `the answer says STATUS: fail: ${rest.slice(0, 500)}`;
}
