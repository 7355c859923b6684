import type { FrameState, Visit } from '../state/state.ts';
import { rootFrame } from '../state/state.ts';
import { startPending } from './fork.ts';
import type { Input } from './input.ts';
import { begin } from './started.ts';
import type { Transition } from './transition.ts';

type Resume = Extract<Input, { t: 'resume' }>;

/** Goes on where the run stands (engine.md 14). Time that passed while nothing executed does not count. */
export function resume(t: Transition, input: Resume): void {
  const { result } = t.state;
  const { result: _result, stopping: _stopping, ...rest } = t.state;
  t.state = { ...rest, limits: { ...t.state.limits, ...input.limits } };
  const root = t.frame(rootFrame);
  t.updateFrame(rootFrame, { context: root.context.merge(input.context) });
  t.emit({ type: 'pipeline.started', name: t.graph.name, goal: '', resumed: true });
  if (result?.resumeAt !== undefined) return t.enter(rootFrame, result.resumeAt, -1);
  for (const frame of t.state.frames.toList()) wake(t, frame);
}

function wake(t: Transition, frame: FrameState): void {
  const { position } = frame;
  switch (position.at) {
    case 'entering':
      return t.enter(frame.id, position.node, position.via);
    case 'running':
      return begin(t, frame.id, t.node(position.visit.node), again(t, position.visit, 1));
    case 'waiting':
      return begin(t, frame.id, t.node(position.visit.node), again(t, position.visit, 0));
    case 'parked':
      return begin(t, frame.id, t.node(position.visit.node), again(t, position.visit, 0));
    case 'forked': {
      const { abort, ...calm } = position;
      if (abort !== 'timeout') t.moveTo(frame.id, calm);
      return startPending(t, frame.id);
    }
    case 'ended':
      return;
  }
}

/** The same visit once more: its place on the ladder stays, its clock starts afresh. */
function again(t: Transition, visit: Visit, interrupted: number): Visit {
  return { ...visit, invocations: visit.invocations + interrupted, resumed: true, startedElapsed: t.state.elapsedMs };
}
