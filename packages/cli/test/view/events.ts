import type { EventData, RunEvent } from '@attractor/engine';

let seq = 0;

/** An event as the engine would publish it. */
export function event(data: EventData, branch?: string): RunEvent {
  return { ...data, seq: seq++, ts: '2026-01-01T00:00:00.000Z', run: 'r', ...(branch === undefined ? {} : { branch }) };
}

export function started(node: string, branch?: string, attempt = 1): RunEvent {
  return event({ type: 'node.started', node, index: 0, visit: 1, attempt, iteration: 0 }, branch);
}

export function completed(
  node: string,
  status: 'success' | 'fail' | 'skipped' | 'partial_success' = 'success',
  branch?: string,
  label = '',
): RunEvent {
  return event(
    { type: 'node.completed', node, index: 0, visit: 1, status, preferred_label: label, is_explicit: true, attempt: 1, duration_ms: 1200 },
    branch,
  );
}

export function failed(node: string, reason: string, retry = false): RunEvent {
  return event({ type: 'node.failed', node, index: 0, reason, failure_class: 'deterministic', will_retry: retry });
}
