import { fail, type JsonObject, type Outcome } from '@attractor/engine';
import { isObject, reportedOutcome } from './reported-outcome.ts';
import { statedStatus, statusWords } from './status-word.ts';

/**
 * What a `report_outcome` call states (backends.md 2, source 1): explicit. Undefined when its status is none of the five
 * words, or two of them; the tool gives such a call back to the model as an error, so no valid report is lost here.
 */
export function verdictFromReport(report: JsonObject, node: string): Outcome | undefined {
  const status = statedStatus(report);
  return status === undefined || status === 'contradiction' ? undefined : reportedOutcome(status, report, node);
}

/** What a status file states (backends.md 2, source 2): explicit, and a fail when it cannot be read or names no status. */
export function verdictFromStatusFile(content: string, node: string): Outcome {
  let fields: unknown;
  try {
    fields = JSON.parse(content.replace(/^\uFEFF/, ''));
  } catch (error) {
    return unreadableStatusFile(`is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!isObject(fields)) return unreadableStatusFile('does not hold a JSON object');
  // Canonical appendix C writes `outcome`; `status` is the word of older files.
  const status = statedStatus(fields);
  if (status === 'contradiction')
    return unreadableStatusFile(
      `contradicts itself: outcome ${JSON.stringify(fields['outcome'])}, status ${JSON.stringify(fields['status'])}`,
    );
  if (status !== undefined) return reportedOutcome(status, fields, node);
  const found = JSON.stringify(fields['outcome'] ?? fields['status'] ?? null).slice(0, 100);
  return unreadableStatusFile(`has the unknown status ${found}; known are ${statusWords.join(', ')}`);
}

export function unreadableStatusFile(problem: string): Outcome {
  return fail('deterministic', `status.json, written by the node, ${problem}`, { isExplicit: true });
}
