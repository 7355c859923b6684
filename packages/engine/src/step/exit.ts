import { blockOf, descriptorOf, flowIn, graphValue, nodeValue } from '@attractor/pipeline';
import { rootFrame } from '../state/state.ts';
import { type OpenGate, openGates } from './gates.ts';
import { end } from './stop.ts';
import type { Transition } from './transition.ts';
import { frameVerdict, hasWork } from './verdict.ts';

/** The exit: goal gates first (engine.md 5), then how the run ends (engine.md 6). */
export function reachExit(t: Transition, exit: string): void {
  const open = openGates(t.graph, t.frame(rootFrame));
  const redirect = open.length === 0 ? undefined : gateRedirect(t, open, exit);
  const unsatisfied = open.map((gate) => gate.id);
  t.emit({ type: 'goal_gate.checked', satisfied: open.length === 0, unsatisfied, redirect: redirect ?? '' });
  if (open.length > 0) {
    const reason = `goal gate unsatisfied: ${open.map(gateText).join('; ')}`;
    if (redirect === undefined)
      return end(t, {
        status: 'fail',
        reason: `${reason} (no retry target)`,
        errorType: 'goal_gate_unsatisfied',
        resumeAt: resumeNode(t, open),
        questions: [],
      });
    const limit = graphValue(t.graph, 'max_gate_retries');
    if (t.state.gateRetries >= limit) {
      return end(t, {
        status: 'fail',
        reason: `${reason} (max_gate_retries=${limit} used up)`,
        errorType: 'goal_gate_unsatisfied',
        resumeAt: resumeNode(t, open),
        questions: [],
      });
    }
    t.update({ gateRetries: t.state.gateRetries + 1 });
    t.effects.push({
      do: 'decision',
      record: {
        ts: t.time,
        branch: '',
        node: exit,
        visit: 0,
        status: '',
        kind: 'gate_redirect',
        rule: 'goal_gate',
        target: redirect,
        candidates: [],
        reason,
      },
    });
    return t.enter(rootFrame, redirect, -1);
  }
  const frame = t.frame(rootFrame);
  const verdict = frameVerdict(frame);
  if (verdict.status !== 'fail' && hasWork(t.graph) && !t.state.worked) {
    return end(t, {
      status: 'fail',
      reason: 'nothing_ran: the run reached the exit and no node did any work',
      errorType: 'nothing_ran',
      questions: [],
    });
  }
  end(t, {
    status: verdict.status,
    reason: verdict.reason,
    errorType: verdict.errorType,
    ...(verdict.node === undefined ? {} : { resumeAt: verdict.node }),
    questions: [],
  });
}

function gateText(gate: OpenGate): string {
  if (gate.record === undefined) return `${gate.id} (never ran)`;
  const { status, reason } = gate.record;
  return `${gate.id} (${reason || (status === 'success' || status === 'partial_success' ? `${status}, but nobody asserted it` : status)})`;
}

/** The node a gate's redirect goes to: own targets, then the graph's; inside a block or child, its component or folder. */
function gateRedirect(t: Transition, open: readonly OpenGate[], exit: string): string | undefined {
  for (const gate of open) {
    const node = t.graph.nodes.get(gate.id);
    const own = node === undefined ? [] : [nodeValue(node, 'retry_target'), nodeValue(node, 'fallback_retry_target')];
    const target = [...own, graphValue(t.graph, 'retry_target'), graphValue(t.graph, 'fallback_retry_target')].find(
      (id) => id !== undefined && t.graph.nodes.has(id) && id !== exit,
    );
    const owner = ownerOf(t, gate);
    if (target !== undefined) return owner !== undefined && isInside(t, owner, target) ? owner : target;
  }
  return undefined;
}

/** The component or folder that a gate lies in, seen from the root; for a gate that never ran the outermost block around it. */
function ownerOf(t: Transition, gate: OpenGate): string | undefined {
  if (gate.record !== undefined) return gate.record.owner;
  const around = [...t.graph.nodes.values()].filter(
    ({ id, type }) => descriptorOf(type).role === 'component' && blockOf(t.graph, id).has(gate.id),
  );
  return around.find(({ id }) => !around.some((other) => other.id !== id && blockOf(t.graph, other.id).has(id)))?.id;
}

/** Does a target lie in a component's block? What lies in a child is not of this graph at all. */
function isInside(t: Transition, owner: string, target: string): boolean {
  return descriptorOf(t.node(owner).type).role === 'component' && blockOf(t.graph, owner).has(target);
}

/** Where `resume` enters: the first open gate that the root frame can enter. */
function resumeNode(t: Transition, open: readonly OpenGate[]): string {
  const gate = open[0];
  const owner = gate === undefined ? undefined : ownerOf(t, gate);
  if (owner !== undefined) return owner;
  if (gate !== undefined && t.graph.nodes.has(gate.id)) return gate.id;
  const start = [...t.graph.nodes.values()].find(
    (node) => descriptorOf(node.type).role === 'start' && flowIn(t.graph, node.id).length === 0,
  );
  return start?.id ?? '';
}
