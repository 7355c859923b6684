import { cycleThrough, descriptorOf, maxSteps, nodeValue } from '@attractor/pipeline';
import type { FrameId } from '../state/state.ts';
import { rootFrame } from '../state/state.ts';
import { reachExit } from './exit.ts';
import { stop } from './stop.ts';
import type { Transition } from './transition.ts';

/** Advances a frame to a node: the limits of engine.md 3.1, then the exit, the join of a branch, or a visit. */
export function enter(t: Transition, frameId: FrameId, nodeId: string, via: number): void {
  const frame = t.updateFrame(frameId, { position: { at: 'entering', node: nodeId, via } });
  if (t.state.stopping !== undefined) return;
  const node = t.node(nodeId);
  if (frameId !== rootFrame && nodeId === frame.join) return t.endBranch(frameId);
  const role = descriptorOf(node.type).role;
  if (role === 'exit') {
    t.updateFrame(frameId, { context: frame.context.set('current_node', nodeId) });
    if (frameId === rootFrame) return reachExit(t, nodeId);
    return t.endBranch(frameId, `left the parallel block: it reached the exit '${nodeId}'`);
  }
  const limit = limitReason(t, frameId, nodeId);
  if (limit !== undefined) return stop(t, { status: 'fail', reason: limit.reason, errorType: limit.type, questions: [] });
  t.effects.push({ do: 'start', frame: frameId });
}

function limitReason(t: Transition, frameId: FrameId, nodeId: string): { reason: string; type: string } | undefined {
  const frame = t.frame(frameId);
  const steps = maxSteps(t.graph);
  if (frame.steps >= steps) {
    return { type: 'max_steps_exceeded', reason: `max_steps_exceeded: ${steps} steps done before '${nodeId}'${cycleText(t, nodeId)}` };
  }
  const maxVisits = nodeValue(t.node(nodeId), 'max_visits');
  if (maxVisits !== undefined && (frame.visits.get(nodeId) ?? 0) >= maxVisits) {
    return { type: 'max_visits_exceeded', reason: `max_visits_exceeded: '${nodeId}' has run ${maxVisits} times${cycleText(t, nodeId)}` };
  }
  return undefined;
}

function cycleText(t: Transition, nodeId: string): string {
  const cycle = cycleThrough(t.graph, nodeId);
  return cycle === undefined ? '' : ` (cycle ${[...cycle, cycle[0]].join(' -> ')})`;
}
