import { branchEdges, descriptorOf, evaluate, type Node, nodeValue } from '@attractor/pipeline';
import { List, Map } from 'immutable';
import { jsonText } from '../json.ts';
import { skipped } from '../outcome.ts';
import type { FrameId, FrameState, Visit } from '../state/state.ts';
import { complete } from './complete.ts';
import { fork } from './fork.ts';
import type { Facts } from './input.ts';
import { budgetUsedUp } from './limits.ts';
import { stop } from './stop.ts';
import type { Transition } from './transition.ts';

/** A node is entered: a visit begins, `runs_on` and `requires` decide whether its handler runs (engine.md 3.3, 3.4). */
export function started(t: Transition, frameId: FrameId, facts: Facts): void {
  const frame = t.state.frames.get(frameId);
  if (frame === undefined) return;
  const { position } = frame;
  if (position.at !== 'entering' || t.state.stopping !== undefined) return;
  const node = t.node(position.node);
  if (facts.budget !== undefined) return stop(t, budgetUsedUp(t, frame, node.id, facts.budget));
  const number = (frame.visits.get(node.id) ?? 0) + 1;
  const visit: Visit = {
    node: node.id,
    via: position.via,
    visit: number,
    attempt: 1,
    invocations: 1,
    startedAt: t.ts,
    startedElapsed: t.state.elapsedMs,
    ...(facts.mustWrite === undefined ? {} : { mustWrite: facts.mustWrite }),
    memory: List(),
    children: Map(),
    resumed: false,
  };
  const entered = t.updateFrame(frameId, {
    visits: frame.visits.set(node.id, number),
    context: frame.context.set('current_node', node.id),
  });
  if (nodeValue(node, 'runs_on') === 'failure' && entered.failing.isEmpty()) {
    t.emit(
      { type: 'node.skipped', node: node.id, reason: 'runs_on=failure and nothing has failed', missing: [], producers: [] },
      frame.branch,
    );
    return complete(t, frameId, visit, { outcome: skipped('runs_on=failure and nothing has failed'), ran: false });
  }
  const missing = missingInputs(entered, facts);
  if (missing.length > 0 && !t.state.simulated) {
    const reason = `missing input: ${missing.join(', ')}`;
    t.emit({ type: 'node.skipped', node: node.id, reason, missing, producers: producersOf(t, entered, missing) }, frame.branch);
    return complete(t, frameId, visit, { outcome: skipped(reason, 'dependency'), ran: false });
  }
  begin(t, frameId, node, visit);
}

/** Runs the visit's handler, or forks when the node is a component. */
export function begin(t: Transition, frameId: FrameId, node: Node, visit: Visit): void {
  const frame = t.frame(frameId);
  t.emit(
    {
      type: 'node.started',
      node: node.id,
      index: t.state.trail.size,
      visit: visit.visit,
      attempt: visit.invocations,
      iteration: frame.iteration,
    },
    frame.branch,
  );
  if (descriptorOf(node.type).role === 'component') {
    const scopeEdges = branchEdges(t.graph, node.id).filter(
      (edge) => edge.condition === undefined || evaluate(edge.condition, openScope(frame)),
    );
    return fork(t, frameId, visit, scopeEdges);
  }
  t.moveTo(frameId, { at: 'running', visit, inFlight: true });
  t.effects.push({ do: 'invoke', frame: frameId, ...timeLeft(t, node, visit) });
}

function openScope(frame: FrameState) {
  return { status: '', preferredLabel: '', failureClass: '', outcomeIsStatus: true, get: (key: string) => frame.context.get(key) };
}

/** What is left of the node's time: the whole ladder's, or a fresh attempt's when `timeout` is retried (engine.md 4). */
function timeLeft(t: Transition, node: Node, visit: Visit): { timeoutMs?: number } {
  const timeout = nodeValue(node, 'timeout');
  // A person's time is the question's limit, which the gate itself keeps (engine.md 9).
  if (timeout === undefined || descriptorOf(node.type).decidedBy === 'person') return {};
  if (nodeValue(node, 'retry_on').includes('timeout')) return { timeoutMs: timeout };
  return { timeoutMs: Math.max(1, timeout - (t.state.elapsedMs - visit.startedElapsed)) };
}

function missingInputs(frame: FrameState, facts: Facts): string[] {
  return (facts.requires ?? [])
    .filter(({ entry, file }) => {
      const value = frame.context.get(entry);
      const met = value !== undefined && jsonText(value) !== '' && !frame.marks.has(entry);
      return !met && !file;
    })
    .map(({ entry }) => entry);
}

function producersOf(t: Transition, frame: FrameState, missing: readonly string[]): string[] {
  const producers = new Set<string>();
  for (const key of missing) {
    const marked = frame.marks.get(key);
    if (marked !== undefined) producers.add(marked);
    for (const node of t.graph.nodes.values()) if (nodeValue(node, 'outputs').includes(key)) producers.add(node.id);
  }
  return [...producers];
}
