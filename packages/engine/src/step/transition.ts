import type { Graph, Node } from '@attractor/pipeline';
import type { EventData, RunEvent } from '../event.ts';
import type { FrameId, FrameState, Position, RunState } from '../state/state.ts';
import type { VisitPlace } from '../store.ts';
import type { Effect } from './effect.ts';

/** What is still to be decided in this step: where frames go next. Kept as a list, so that no decision calls back into another. */
export type Agenda =
  | { readonly todo: 'enter'; readonly frame: FrameId; readonly node: string; readonly via: number; readonly isResumed: boolean }
  | { readonly todo: 'end-branch'; readonly frame: FrameId; readonly failure?: string; readonly cancelled?: true };

/**
 * One call of `step` while it is being computed: the state so far and the effects so far. It lives only inside that
 * call; state values are never changed, only replaced.
 */
export class Transition {
  readonly graph: Graph;
  readonly runId: string;
  readonly ts: number;
  /** `ts` as records carry it. */
  readonly time: string;
  readonly effects: Effect[] = [];
  readonly agenda: Agenda[] = [];
  state: RunState;

  constructor(graph: Graph, runId: string, state: RunState, ts: number) {
    this.graph = graph;
    this.runId = runId;
    this.state = state;
    this.ts = ts;
    this.time = new Date(ts).toISOString();
  }

  /** The frame goes to a node, once the decision at hand is made. */
  enter(frame: FrameId, node: string, via: number, isResumed = false): void {
    this.agenda.push({ todo: 'enter', frame, node, via, isResumed });
  }

  endBranch(frame: FrameId, failure?: string): void {
    this.agenda.push({ todo: 'end-branch', frame, ...(failure === undefined ? {} : { failure }) });
  }

  cancelBranch(frame: FrameId): void {
    this.agenda.push({ todo: 'end-branch', frame, cancelled: true });
  }

  frame(id: FrameId): FrameState {
    const frame = this.state.frames.get(id);
    if (frame === undefined) throw new Error(`no frame '${id}'`);
    return frame;
  }

  /** Where a frame stands; undefined when it is gone (a branch that was cancelled). */
  positionOf(id: FrameId): Position | undefined {
    return this.state.frames.get(id)?.position;
  }

  node(id: string): Node {
    const node = this.graph.nodes.get(id);
    if (node === undefined) throw new Error(`no node '${id}'`);
    return node;
  }

  update(changes: Partial<RunState>): void {
    this.state = { ...this.state, ...changes };
  }

  updateFrame(id: FrameId, changes: Partial<FrameState>): FrameState {
    const frame = { ...this.frame(id), ...changes };
    this.state = { ...this.state, frames: this.state.frames.set(id, frame) };
    return frame;
  }

  moveTo(id: FrameId, position: Position): void {
    this.updateFrame(id, { position });
  }

  removeFrame(id: FrameId): void {
    this.state = { ...this.state, frames: this.state.frames.delete(id) };
  }

  emit(data: EventData, branch = ''): void {
    const place = branch === '' ? {} : { branch };
    const event = { ...data, seq: this.state.seq, ts: this.time, run: this.runId, ...place } as RunEvent;
    this.effects.push({ do: 'event', event });
    this.state = { ...this.state, seq: this.state.seq + 1 };
  }
}

export function placeOf(frame: FrameState, node: string, visit: number): VisitPlace {
  return { branch: frame.place, node, visit };
}
