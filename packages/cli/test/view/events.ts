import type { EventData, RunEvent } from '@attractor/engine';

let seq = 0;

type Of<Type extends EventData['type']> = Extract<EventData, { readonly type: Type }>;
type Stamp = Pick<RunEvent, 'seq' | 'ts' | 'run' | 'branch'>;

function stamp(branch: string | undefined): Stamp {
  return { seq: seq++, ts: '2026-01-01T00:00:00.000Z', run: 'r', ...(branch === undefined ? {} : { branch }) };
}

/** An event as the engine would publish it. */
export function event(data: EventData, branch?: string): RunEvent {
  return { ...data, ...stamp(branch) };
}

export function started(node: string, branch?: string, attempt = 1): Of<'node.started'> & Stamp {
  return { type: 'node.started', node, index: 0, visit: 1, attempt, iteration: 0, ...stamp(branch) };
}

export function completed(
  node: string,
  status: 'success' | 'fail' | 'skipped' | 'partial_success' = 'success',
  branch?: string,
  label = '',
): Of<'node.completed'> & Stamp {
  const how = { preferred_label: label, is_explicit: true, attempt: 1, duration_ms: 1200 };
  return { type: 'node.completed', node, index: 0, visit: 1, status, ...how, ...stamp(branch) };
}

export function failed(node: string, reason: string, retry = false): RunEvent {
  return event({ type: 'node.failed', node, index: 0, reason, failure_class: 'deterministic', will_retry: retry });
}
