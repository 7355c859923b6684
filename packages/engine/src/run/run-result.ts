import { readTrace } from '../files/index.ts';
import type { Usage } from '../outcome.ts';
import type { RunResult } from '../run-options.ts';
import { type RunState, rootFrame } from '../state/state.ts';
import { addUsage } from '../step/usage.ts';
import { hasBegun } from './begun-child.ts';
import { readBefore } from './resume-session.ts';
import type { SessionEnd } from './session.ts';
import { spentBelow } from './spent-below.ts';

export function runResult({ end, state, runId }: SessionEnd, directory: string): RunResult {
  return {
    status: end.status,
    reason: end.reason,
    notes: state.frames.get(rootFrame)?.last?.notes ?? '',
    runId,
    directory,
    nodes: readTrace(directory).map((line) => line.node_id),
    durationMs: state.elapsedMs,
    usage: usedBy(state, directory),
    handled: state.handled.toArray(),
    questions: end.questions,
  };
}

/** With what children used whose node has not ended: the run's own records take that over at the node's end only (engine.md 11). */
function usedBy(state: RunState, directory: string): Usage {
  return [...spentBelow(directory, state, childState).values()].reduce((sum, usage) => addUsage(sum, usage), state.usage);
}

/** A child whose records are damaged is for its resume to complain of; the run's own end stands. */
function childState(directory: string): RunState | undefined {
  try {
    return hasBegun(directory) ? readBefore(directory).state : undefined;
  } catch {
    return undefined;
  }
}
