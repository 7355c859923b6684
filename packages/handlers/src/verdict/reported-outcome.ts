import {
  type FailureClass,
  fail,
  type Json,
  type JsonObject,
  type Outcome,
  partialSuccess,
  retry,
  type Status,
  skipped,
  success,
} from '@attractor/engine';

/** Classes a reporter may give. `budget` would halt the run, `cancelled` and `internal` are the engine's own words. */
const reportable: ReadonlySet<string> = new Set<FailureClass>(['transient', 'deterministic', 'timeout', 'contract', 'dependency']);

/**
 * The outcome that a report states (fields as in status.json, files.md 2). Fields of the wrong type are ignored; suggested
 * ids are kept as given, since they are judged where edges are chosen (§34).
 */
export function reportedOutcome(status: Status, fields: Readonly<Record<string, unknown>>, node: string): Outcome {
  const notes = text(fields['notes']) ?? '';
  const label = text(fields['preferred_label']) || text(fields['preferred_next_label']);
  const updates = fields['context_updates'];
  const extra = {
    notes,
    isExplicit: true,
    suggestedNextIds: Array.isArray(fields['suggested_next_ids']) ? (fields['suggested_next_ids'] as Json[]) : [],
    contextUpdates: isObject(updates) ? (updates as JsonObject) : {},
    ...(label ? { preferredLabel: label } : {}),
  };
  const reason = text(fields['failure_reason'])?.trim() || notes.trim() || `node '${node}' reported ${status} without a reason`;
  const given = fields['failure_class'];
  const failureClass = typeof given === 'string' && reportable.has(given) ? (given as FailureClass) : undefined;
  switch (status) {
    case 'success':
      return success(true, extra);
    case 'partial_success':
      return partialSuccess(true, extra);
    case 'retry':
      return retry(reason, { ...extra, failureClass: failureClass ?? 'transient' });
    case 'fail':
      return fail(failureClass ?? 'deterministic', reason, extra);
    case 'skipped':
      return { ...skipped(reason, failureClass), ...extra };
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
