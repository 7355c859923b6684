import type { Edge } from '@attractor/pipeline';
import { Map } from 'immutable';
import type { FrameId } from '../state/state.ts';
import { restartContext } from './context.ts';
import { collectFeedback } from './feedback.ts';
import type { Transition } from './transition.ts';

/**
 * A `loop_restart` edge (engine.md 7): feedback is collected before outcomes are forgotten; outcomes, skip marks and
 * attempts start afresh; steps, visits, redirects, jumps, gate verdicts, budgets and the rest of the context go on.
 */
export function restartLoop(t: Transition, frameId: FrameId, edge: Edge): void {
  const frame = t.frame(frameId);
  const iteration = frame.iteration + 1;
  const context = restartContext(collectFeedback(t, frame, iteration), iteration).filterNot((_, key) =>
    key.startsWith('internal.retry_count.'),
  );
  t.updateFrame(frameId, { iteration, context, outcomes: Map(), marks: Map() });
  t.emit({ type: 'loop.restarted', from: edge.from, to: edge.to, iteration }, frame.branch);
}
