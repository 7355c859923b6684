import type { Outcome } from '../outcome.ts';
import type { FrameId, RunState } from '../state/state.ts';
import type { Transition } from './transition.ts';
import { addUsage } from './usage.ts';

/** Counts what one attempt used up, whether it is the last of its visit or not: tokens, money, scripted calls. */
export function consume(t: Transition, frameId: FrameId, node: string, outcome: Outcome): void {
  const before = t.state;
  t.update({ usage: addUsage(before.usage, outcome.usage), scriptCalls: countCalls(before.scriptCalls, node, outcome) });
  t.updateFrame(frameId, { usage: addUsage(t.frame(frameId).usage, outcome.usage) });
}

/** Counts what an attempt had used that is no outcome: it was interrupted, or its branch was not wanted any more. */
export function consumeUsage(t: Transition, frameId: FrameId, { usage }: Outcome): void {
  t.update({ usage: addUsage(t.state.usage, usage) });
  t.updateFrame(frameId, { usage: addUsage(t.frame(frameId).usage, usage) });
}

/** Scripted calls over the whole run: the node's own, and those of its children under `<node>/<id>`. */
function countCalls(calls: RunState['scriptCalls'], node: string, outcome: Outcome): RunState['scriptCalls'] {
  const own = outcome.scriptCalls ?? 0;
  const counted = own === 0 ? calls : calls.update(node, 0, (n) => n + own);
  return counted.merge(Object.entries(outcome.childScriptCalls ?? {}).map(([id, count]) => [`${node}/${id}`, count]));
}
