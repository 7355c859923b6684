import type { JsonObject } from '../json.ts';
import type { BranchResult, FrameId } from '../state/state.ts';
import { isCritic } from './feedback.ts';
import { branchEnded } from './fork.ts';
import type { Transition } from './transition.ts';
import { frameVerdict } from './verdict.ts';

/** Ends a branch: its verdict becomes a result of the component, its gates become the parent's (engine.md 5, 8). */
export function endBranch(t: Transition, frameId: FrameId, failure?: string, cancelled = false): void {
  const frame = t.state.frames.get(frameId);
  if (frame === undefined) return;
  const parentLink = frame.parent;
  if (parentLink === undefined) throw new Error('the root frame is no branch');
  const parent = t.frame(parentLink.frame);
  if (parent.position.at !== 'forked') return;
  const branch = parent.position.branches.get(parentLink.index);
  if (branch === undefined) return;
  const verdict = frameVerdict(frame);
  const status = cancelled ? 'cancelled' : failure === undefined ? verdict.status : 'fail';
  const result: BranchResult = {
    id: branch.first,
    index: parentLink.index,
    status,
    label: frame.last?.label ?? '',
    notes: frame.last?.notes ?? '',
    text: frame.last?.text ?? '',
    reason: cancelled ? '' : (failure ?? verdict.reason),
    context_updates: frame.reported.toObject() as JsonObject,
    usage: frame.usage,
    duration_ms: Math.max(0, t.state.elapsedMs - frame.startedElapsed),
  };
  const component = parent.position.visit.node;
  let { gates } = parent;
  for (const [id, gate] of frame.gates) gates = gates.set(id, { ...gate, owner: component });
  // Failed branches of a block within this one are still failed branches, and critics in it still speak (engine.md 6, 7).
  const nestedPartial = status === 'success' || status === 'partial_success' ? frame.partialJoins : [];
  t.updateFrame(parent.id, {
    gates,
    partialJoins: parent.partialJoins.union(nestedPartial),
    outcomes: cancelled ? parent.outcomes : parent.outcomes.merge(frame.outcomes.filter((_, id) => isCritic(t.graph, id))),
  });
  t.removeFrame(frameId);
  branchEnded(t, parent.id, parentLink.index, result);
}
