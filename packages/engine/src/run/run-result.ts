import type { RunResult } from '../run-options.ts';
import { type EndResult, type RunState, rootFrame } from '../state/state.ts';

export function runResult(end: EndResult, state: RunState, runId: string, directory: string): RunResult {
  return {
    status: end.status,
    reason: end.reason,
    notes: state.frames.get(rootFrame)?.last?.notes ?? '',
    runId,
    directory,
    nodes: state.trail.toArray(),
    durationMs: state.elapsedMs,
    usage: state.usage,
    handled: state.handled.toArray(),
    questions: end.questions,
  };
}
