import { descriptorOf, type Graph } from '@attractor/pipeline';
import { List, Map, OrderedMap, Set } from 'immutable';
import { jsonText } from '../json.ts';
import { type FrameState, type RunState, rootFrame } from '../state/state.ts';
import { endBranch } from './branch-end.ts';
import type { Effect } from './effect.ts';
import { enter } from './enter.ts';
import { feedbackTargets } from './feedback.ts';
import { finished } from './finished.ts';
import { forkTimedOut, joined, startPending, visitKey } from './fork.ts';
import type { Input } from './input.ts';
import { durationReason } from './limits.ts';
import { resume } from './resume.ts';
import { begin, started } from './started.ts';
import { rest, stop } from './stop.ts';
import { Transition } from './transition.ts';
import { noUsage } from './usage.ts';

/** What a step may know besides the state: the graph, and the run's name for events. */
export interface Machine {
  readonly graph: Graph;
  readonly runId: string;
}

export interface Stepped {
  readonly state: RunState;
  readonly effects: readonly Effect[];
}

/**
 * The engine's thinking (engine.md 15): a pure function of state and input. It reads no clock, disk or random source;
 * what it wants done comes back as effects, in order.
 */
export function step(machine: Machine, state: RunState, input: Input): Stepped {
  const t = new Transition(
    machine.graph,
    machine.runId,
    { ...state, elapsedMs: Math.max(state.elapsedMs, input.el), seq: Math.max(state.seq, input.sq) },
    input.ts,
  );
  if (state.result === undefined || input.t === 'resume') {
    apply(t, input);
    for (let next = t.agenda.shift(); next !== undefined; next = t.agenda.shift()) {
      if (next.todo === 'enter') enter(t, next.frame, next.node, next.via, next.isResumed);
      else endBranch(t, next.frame, next.failure, next.cancelled);
    }
    rest(t);
  }
  return { state: t.state, effects: t.effects };
}

function apply(t: Transition, input: Input): void {
  switch (input.t) {
    case 'begin':
      return beginRun(t, input);
    case 'resume':
      return resume(t, input);
    case 'started':
      return started(t, input.f, input.facts);
    case 'finished':
      return finished(t, input);
    case 'parked':
      return park(t, input);
    case 'joined':
      return joined(t, input);
    case 'waited': {
      const position = t.positionOf(input.f);
      if (position?.at !== 'waiting' || t.state.stopping !== undefined) return;
      return begin(t, input.f, t.node(position.visit.node), position.visit);
    }
    case 'timeout':
      return timeout(t, input.f, input.v);
    case 'duration':
      return stop(t, { status: 'fail', reason: durationReason(t), errorType: 'max_pipeline_duration_exceeded', questions: [] }, 'duration');
    case 'cancel':
      return stop(t, { status: 'cancelled', reason: input.reason, errorType: '', questions: [] });
    case 'child': {
      const frame = t.state.frames.get(input.f);
      if (frame?.position.at !== 'running') return;
      const { visit } = frame.position;
      t.update({ childRuns: t.state.childRuns.set(childKey(frame.branch, visit.node), input.child) });
      return t.moveTo(input.f, { ...frame.position, visit: { ...visit, children: visit.children.set(input.cycle, input.child) } });
    }
    case 'memo': {
      const position = t.positionOf(input.f);
      if (position?.at !== 'running') return;
      return t.moveTo(input.f, { ...position, visit: { ...position.visit, memory: position.visit.memory.push(input.note) } });
    }
  }
}

function beginRun(t: Transition, input: Extract<Input, { t: 'begin' }>): void {
  const start = [...t.graph.nodes.values()].find((node) => descriptorOf(node.type).role === 'start')?.id;
  if (start === undefined) throw new Error('a graph without a start node is refused by validation');
  const root: FrameState = {
    id: rootFrame,
    branch: '',
    place: [],
    join: '',
    startedElapsed: 0,
    position: { at: 'entering', node: start, via: -1 },
    context: Map(Object.entries(input.context)).merge(feedbackTargets(t.graph).map((node) => [`prior_critiques_${node.id}`, ''])),
    reported: Map(),
    steps: 0,
    visits: Map(),
    iteration: 0,
    outcomes: Map(),
    gates: Map(),
    standing: OrderedMap(),
    failing: Set(),
    marks: Map(),
    partialJoins: Set(),
    history: List(),
    usage: noUsage,
  };
  t.update({
    frames: t.state.frames.set(rootFrame, root),
    limits: input.limits,
    simulated: input.simulated,
    scriptCalls: Map(Object.entries(input.scriptCalls)),
  });
  for (const phase of ['PARSE', 'TRANSFORM', 'VALIDATE', 'INITIALIZE'] as const) t.emit({ type: 'phase.entered', phase });
  t.emit({ type: 'pipeline.started', name: t.graph.name, goal: jsonText(input.context['graph.goal']), resumed: false });
  for (const message of input.warnings ?? []) t.emit({ type: 'warning', message });
  t.emit({ type: 'phase.entered', phase: 'EXECUTE' });
  t.enter(rootFrame, start, -1);
}

/** A node waits for a person, unless it was told to stop in the meantime. */
function park(t: Transition, input: Extract<Input, { t: 'parked' }>): void {
  const frame = t.state.frames.get(input.f);
  if (frame?.position.at !== 'running') return;
  const { visit, abort } = frame.position;
  if (abort === 'sibling') return t.cancelBranch(input.f);
  t.moveTo(input.f, { at: 'parked', visit, questions: input.questions });
  if (frame.parent !== undefined) startPending(t, frame.parent.frame);
}

/** `visit` names the visit whose time is over; the timer of an earlier one speaks of nothing. */
function timeout(t: Transition, frameId: string, visit: string | undefined): void {
  const frame = t.state.frames.get(frameId);
  if (frame === undefined) return;
  if (visit !== undefined && 'visit' in frame.position && visit !== visitKey(frame.position.visit)) return;
  if (frame.position.at === 'forked') return forkTimedOut(t, frameId);
  if (frame.position.at !== 'running' || frame.position.abort !== undefined) return;
  t.moveTo(frameId, { ...frame.position, abort: 'timeout' });
  t.effects.push({ do: 'abort', frame: frameId, reason: 'timeout' });
}

/** Names a node of a branch in `RunState.childRuns`. */
export function childKey(branch: string, node: string): string {
  return `${branch}/${node}`;
}

/** The state before `begin`. */
export const initialState: RunState = {
  frames: Map(),
  seq: 0,
  elapsedMs: 0,
  trail: List(),
  worked: false,
  failureJumps: Map(),
  gateRetries: 0,
  scriptCalls: Map(),
  childRuns: Map(),
  usage: noUsage,
  handled: List(),
  limits: {},
  simulated: false,
};
