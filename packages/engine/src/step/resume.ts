import { graphValue } from '@attractor/pipeline';
import type { FrameState, Visit } from '../state/state.ts';
import { rootFrame } from '../state/state.ts';
import { finishIfAllEnded, startPending, watchFork } from './fork.ts';
import type { Input } from './input.ts';
import { durationLimit, durationReason } from './limits.ts';
import { begin } from './started.ts';
import { stop } from './stop.ts';
import type { Transition } from './transition.ts';

type Resume = Extract<Input, { t: 'resume' }>;

/** Goes on where the run stands (engine.md 14). Time that passed while nothing executed does not count. */
export function resume(t: Transition, input: Resume): void {
  const { result } = t.state;
  const { result: _result, stopping: _stopping, ...rest } = t.state;
  t.state = { ...rest, limits: { ...t.state.limits, ...input.limits } };
  for (const frame of t.state.frames.toList()) t.updateFrame(frame.id, { context: frame.context.merge(input.context) });
  t.emit({ type: 'pipeline.started', name: t.graph.name, goal: graphValue(t.graph, 'goal'), resumed: true });
  for (const message of input.warnings ?? []) t.emit({ type: 'warning', message });
  t.emit({ type: 'phase.entered', phase: 'EXECUTE' });
  if (input.cancel !== undefined) {
    calm(t);
    return stop(t, { status: 'cancelled', reason: input.cancel, errorType: '', questions: [] });
  }
  const limit = durationLimit(t.graph, t.state);
  if (limit !== undefined && t.state.elapsedMs >= limit) {
    calm(t);
    return stop(t, { status: 'fail', reason: durationReason(t), errorType: 'max_pipeline_duration_exceeded', questions: [] }, 'duration');
  }
  // Whoever resumes a node that failed wants it to run: `max_visits` bounds cycles, not that.
  if (result?.resumeAt !== undefined) return t.enter(rootFrame, result.resumeAt, -1, true);
  calm(t);
  for (const id of t.state.frames.keySeq().toArray()) {
    const frame = t.state.frames.get(id);
    if (frame !== undefined && t.state.stopping === undefined) wake(t, frame, result?.status === 'halted');
  }
}

/** Nothing runs at the beginning of a segment, whatever a crash left behind. */
function calm(t: Transition): void {
  for (const frame of t.state.frames.toList()) {
    const { position } = frame;
    if (position.at !== 'running' || !position.inFlight) continue;
    const { abort, ...rest } = position;
    t.moveTo(frame.id, { ...rest, inFlight: false, ...(abort === 'sibling' ? { abort } : {}) });
  }
}

function wake(t: Transition, frame: FrameState, halted: boolean): void {
  const { position } = frame;
  switch (position.at) {
    case 'entering':
      return t.enter(frame.id, position.node, position.via, halted);
    case 'running':
      // It was being cancelled: its component is decided.
      if (position.abort === 'sibling') return t.cancelBranch(frame.id);
      return begin(t, frame.id, t.node(position.visit.node), again(t, position.visit, 1));
    case 'waiting':
    case 'parked':
      return begin(t, frame.id, t.node(position.visit.node), again(t, position.visit, 0));
    case 'forked':
      watchFork(t, frame.id);
      startPending(t, frame.id);
      return finishIfAllEnded(t, frame.id);
    case 'ended':
      return;
  }
}

/** The same visit once more: its place on the ladder stays, its clock starts afresh. */
function again(t: Transition, visit: Visit, interrupted: number): Visit {
  return { ...visit, invocations: visit.invocations + interrupted, resumed: true, startedElapsed: t.state.elapsedMs };
}
