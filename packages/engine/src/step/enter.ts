import { descriptorOf } from '@attractor/pipeline';
import type { FrameId } from '../state/state.ts';
import { rootFrame } from '../state/state.ts';
import { reachExit } from './exit.ts';
import { limitReached } from './limits.ts';
import { stop } from './stop.ts';
import type { Transition } from './transition.ts';

/** Advances a frame to a node: the limits of engine.md 3.1, then the exit, the join of a branch, or a visit. */
export function enter(t: Transition, frameId: FrameId, nodeId: string, via: number, isResumed = false): void {
  // A branch that was cancelled goes nowhere.
  if (!t.state.frames.has(frameId)) return;
  const frame = t.updateFrame(frameId, { position: { at: 'entering', node: nodeId, via } });
  if (t.state.stopping !== undefined) return;
  const node = t.node(nodeId);
  if (frameId !== rootFrame && nodeId === frame.join) return t.endBranch(frameId);
  // A component within its own branch would fork without an end: every copy counts its own visits.
  if (frame.place.some((around) => around.component === nodeId))
    return t.endBranch(frameId, `left the parallel block: it went back to '${nodeId}', which it is a branch of`);
  const role = descriptorOf(node.type).role;
  if (role === 'exit') {
    t.updateFrame(frameId, { context: frame.context.set('current_node', nodeId) });
    if (frameId === rootFrame) return reachExit(t, nodeId);
    return t.endBranch(frameId, `left the parallel block: it reached the exit '${nodeId}'`);
  }
  const limit = limitReached(t, frameId, nodeId, isResumed);
  if (limit !== undefined) return stop(t, limit);
  t.effects.push({ do: 'start', frame: frameId });
}
