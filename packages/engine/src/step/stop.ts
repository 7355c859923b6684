import type { AbortReason, EndResult, FrameState } from '../state/state.ts';
import { rootFrame } from '../state/state.ts';
import type { Transition } from './transition.ts';

/** Begins the end of a run: running nodes are told to stop, nothing new starts, and the run ends when all are still. */
export function stop(t: Transition, result: EndResult, abort: AbortReason = 'cancel'): void {
  if (t.state.stopping !== undefined || t.state.result !== undefined) return;
  t.update({ stopping: result });
  for (const frame of t.state.frames.values()) {
    const { position } = frame;
    if (position.at === 'running' && position.inFlight && position.abort === undefined) {
      t.moveTo(frame.id, { ...position, abort });
      t.effects.push({ do: 'abort', frame: frame.id, reason: abort });
    }
  }
}

/** Ends a stopping run once no handler is running any more. */
function settle(t: Transition): void {
  const { stopping } = t.state;
  if (stopping === undefined || t.state.result !== undefined) return;
  if (t.state.frames.some(isBusy)) return;
  end(t, stopping);
}

/** After a step: a stopping run ends when all is still, and one whose every path waits for a person is parked. */
export function rest(t: Transition): void {
  if (t.state.stopping !== undefined) return settle(t);
  if (t.state.result !== undefined) return;
  const questions: string[] = [];
  for (const frame of t.state.frames.values()) {
    const { position } = frame;
    if (position.at === 'parked') questions.push(...position.questions.map((question) => question.id));
    else if (position.at !== 'forked' && position.at !== 'ended') return;
  }
  if (questions.length > 0)
    end(t, {
      status: 'parked',
      reason: `waits for ${questions.length === 1 ? 'an answer' : `${questions.length} answers`}`,
      errorType: '',
      questions,
    });
}

function isBusy(frame: FrameState): boolean {
  return frame.position.at === 'running' && frame.position.inFlight;
}

/** Writes the one terminal event and the result (engine.md 6). */
export function end(t: Transition, result: EndResult): void {
  t.update({ result });
  const duration_ms = t.state.elapsedMs;
  const node = lastNodeOf(t);
  t.effects.push({ do: 'checkpoint', node, force: true });
  t.emit({ type: 'checkpoint.saved', node });
  t.emit({ type: 'phase.entered', phase: 'FINALIZE' });
  t.effects.push({ do: 'end', result });
  switch (result.status) {
    case 'success':
    case 'partial_success':
      t.emit({ type: 'pipeline.completed', status: result.status, duration_ms, artifact_count: 0 });
      break;
    case 'fail':
      t.emit({ type: 'pipeline.failed', reason: result.reason, error_type: result.errorType, duration_ms });
      break;
    case 'halted':
      t.emit({ type: 'pipeline.halted', reason: result.reason, duration_ms });
      break;
    case 'parked':
      t.emit({ type: 'pipeline.parked', questions: result.questions, duration_ms });
      break;
    case 'cancelled':
      t.emit({ type: 'pipeline.cancelled', reason: result.reason, duration_ms });
      break;
  }
}

function lastNodeOf(t: Transition): string {
  const current = t.frame(rootFrame).context.get('current_node');
  return typeof current === 'string' ? current : '';
}
