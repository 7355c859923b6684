import type { Node } from '@attractor/pipeline';
import type { Json, JsonObject } from '../json.ts';
import { failureClassOf, failureReasonOf, type Outcome } from '../outcome.ts';
import type { FrameState, Visit } from '../state/state.ts';

/** `status.json` of a visit (files.md 2): canonical keys first, both spellings of status and label kept for older readers. */
export function statusRecord(node: Node, visit: Visit, frame: FrameState, outcome: Outcome, durationMs: number): JsonObject {
  const label = outcome.preferredLabel ?? '';
  return {
    outcome: outcome.status,
    preferred_label: label,
    suggested_next_ids: outcome.suggestedNextIds,
    context_updates: outcome.contextUpdates,
    notes: outcome.notes,
    status: outcome.status,
    preferred_next_label: label,
    failure_reason: failureReasonOf(outcome),
    failure_class: failureClassOf(outcome),
    is_explicit: outcome.isExplicit,
    node_id: node.id,
    iteration: frame.iteration,
    visit: visit.visit,
    attempt_count: outcome.attemptCount ?? null,
    duration_ms: durationMs,
    session_id: outcome.sessionId ?? null,
    failed_step: outcome.failedStep ?? null,
    usage: outcome.usage === undefined ? null : (outcome.usage as unknown as Json),
  };
}
