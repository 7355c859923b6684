import { readTrace } from '../files/index.ts';
import type { RunResult } from '../run-options.ts';
import { rootFrame } from '../state/state.ts';
import type { SessionEnd } from './session.ts';

export function runResult({ end, state, runId }: SessionEnd, directory: string): RunResult {
  return {
    status: end.status,
    reason: end.reason,
    notes: state.frames.get(rootFrame)?.last?.notes ?? '',
    runId,
    directory,
    nodes: readTrace(directory).map((line) => line.node_id),
    durationMs: state.elapsedMs,
    usage: state.usage,
    handled: state.handled.toArray(),
    questions: end.questions,
  };
}
