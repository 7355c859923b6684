import type { RunEvent } from '@attractor/engine';
import { durationText, moneyText } from '../terminal/duration.ts';
import { oneLine } from '../terminal/sanitize.ts';
import { agentNote, finishedWorkText, type ModelWork, modelWork } from './model-work.ts';
import { fullerSpent, nothingSpent, type Spent } from './spent.ts';
import { countEvent, newTotals, type Totals } from './totals.ts';

/** A node that is executing. */
export interface RunningNode {
  readonly label: string;
  readonly startedAt: number;
  /** What is being done: the tool in use, the person that is waited for, the branches that are done. */
  readonly note: string;
  /** Present once a model was asked. */
  readonly work?: ModelWork;
}

/** A line that stays on the screen. Texts are already safe for a terminal. */
export type Line =
  | {
      readonly kind: 'node';
      readonly status: string;
      readonly label: string;
      readonly durationMs?: number;
      readonly text: string;
      /** What its model used; empty for other nodes. */
      readonly detail: string;
    }
  | { readonly kind: 'note'; readonly tone: 'plain' | 'warning' | 'retry'; readonly text: string };

/** What is known of a run at one moment, folded out of its events. */
export interface RunState {
  title: string;
  readonly running: Map<string, RunningNode>;
  /** Root nodes in order of entry, the newest `pathLimit`. */
  readonly path: string[];
  steps: number;
  readonly totals: Totals;
  iteration: number;
  /** Branches of running components. */
  readonly branches: Map<string, { readonly of: number; readonly done: number }>;
  /** Why a node failed or was skipped, kept for the line of its completion or retry, which follows. */
  readonly reasons: Map<string, string>;
}

const pathLimit = 64;

export function newRunState(): RunState {
  return { title: '', running: new Map(), path: [], steps: 0, totals: newTotals(), iteration: 0, branches: new Map(), reasons: new Map() };
}

/** Takes one event into the state and returns the lines it adds for good. `now` is monotonic, in milliseconds. */
export function takeEvent(state: RunState, event: RunEvent, now: number): Line[] {
  const used = countEvent(state.totals, event);
  switch (event.type) {
    case 'pipeline.started':
      state.title = oneLine(event.name);
      return event.resumed ? [note('resumed')] : [];
    case 'node.started':
      return start(state, event, now);
    case 'node.completed':
      return complete(state, event, used);
    case 'node.failed':
    case 'node.skipped':
      state.reasons.set(keyOf(event), oneLine(event.reason));
      return [];
    case 'node.retrying':
      return retrying(state, event);
    case 'parallel.started':
      return countBranches(state, event, event.branch_count, 0);
    case 'parallel.branch_completed':
      return countBranches(state, event, 0, 1);
    case 'parallel.completed':
      if (event.failure_count > 0)
        state.reasons.set(keyOf(event), `${event.success_count} of ${event.success_count + event.failure_count} branches passed`);
      return [];
    case 'loop.restarted':
      state.iteration = event.iteration;
      return [note(`iteration ${event.iteration}: ${oneLine(event.from)} → ${oneLine(event.to)}`)];
    case 'goal_gate.checked':
      return event.satisfied
        ? []
        : [
            warning(
              `goal gate not satisfied: ${oneLine(event.unsatisfied.join(', '))}${event.redirect === '' ? '' : `, back to ${oneLine(event.redirect)}`}`,
            ),
          ];
    case 'contract.violation':
      return [warning(`${labelOf(event.node, event.branch)}: declared outputs are missing: ${oneLine(event.missing.join(', '))}`)];
    case 'context.rejected':
      return [warning(`${labelOf(event.node, event.branch)}: may not write ${oneLine(event.keys.join(', '))}`)];
    case 'warning':
      return [warning(`${event.node === undefined ? '' : `${labelOf(event.node, event.branch)}: `}${oneLine(event.message)}`)];
    case 'budget.warning':
    case 'budget.exceeded':
      return [warning(`${event.kind} budget: ${amount(event.kind, event.used)} of ${amount(event.kind, event.limit)} used`)];
    case 'interview.started':
      annotate(state, event, 'waits for a person');
      return [];
    case 'interview.completed':
      // The answer is the label on the node's own line.
      annotate(state, event, '');
      return [];
    case 'interview.timeout':
      return [warning(`${labelOf(event.node, event.branch)}: nobody answered in ${durationText(event.duration_ms)}`)];
    case 'subgraph.started':
      annotate(state, event, event.cycle_index > 0 ? `cycle ${event.cycle_index}` : '');
      return [];
    case 'subgraph.progress':
      annotate(state, event, oneLine(event.stage));
      return [];
    case 'subgraph.completed':
    case 'pipeline.completed':
    case 'pipeline.failed':
    case 'pipeline.halted':
    case 'pipeline.parked':
    case 'pipeline.cancelled':
    case 'phase.entered':
    case 'edge.selected':
    case 'checkpoint.saved':
    case 'parallel.branch_started':
      return [];
    default:
      takeAgentEvent(state, event);
      return [];
  }
}

type Of<Type extends RunEvent['type']> = Extract<RunEvent, { readonly type: Type }>;

function keyOf(event: { readonly node: string; readonly branch?: string }): string {
  return `${event.branch ?? ''}|${event.node}`;
}

/** `branch:fan:2>subgraph:child` and node `a` read `fan/2 › child › a`. */
export function labelOf(node: string, branch: string | undefined): string {
  const steps = (branch ?? '').split('>').filter((step) => step !== '');
  return oneLine([...steps.map((step) => step.split(':').slice(1).join('/') || step), node].join(' › '));
}

function start(state: RunState, event: Of<'node.started'>, now: number): Line[] {
  const key = keyOf(event);
  const known = state.running.get(key);
  state.running.set(key, {
    label: labelOf(event.node, event.branch),
    startedAt: known?.startedAt ?? now,
    note: event.attempt > 1 ? `attempt ${event.attempt}` : '',
    ...(known?.work === undefined ? {} : { work: known.work }),
  });
  if ((event.branch ?? '') === '' && known === undefined) {
    state.path.push(oneLine(event.node));
    if (state.path.length > pathLimit) state.path.shift();
  }
  return [];
}

function complete(state: RunState, event: Of<'node.completed'>, said: Spent): Line[] {
  const key = keyOf(event);
  const running = state.running.get(key);
  state.steps++;
  state.running.delete(key);
  const reason = state.reasons.get(key) ?? '';
  state.reasons.delete(key);
  const label = event.preferred_label === '' ? '' : `“${oneLine(event.preferred_label)}”`;
  const words = [event.status === 'success' || reason !== '' ? '' : event.status, label, reason];
  const text = words.filter((word) => word !== '').join(' ');
  const detail = finishedWorkText(running?.work, fullerSpent(running?.work?.spent ?? nothingSpent, said));
  return [{ kind: 'node', status: event.status, label: labelOf(event.node, event.branch), durationMs: event.duration_ms, text, detail }];
}

function retrying(state: RunState, event: Of<'node.retrying'>): Line[] {
  const key = keyOf(event);
  const reason = state.reasons.get(key) ?? oneLine(event.reason);
  state.reasons.delete(key);
  annotate(state, event, `attempt ${event.attempt + 1} of ${event.max}`);
  const text = `${labelOf(event.node, event.branch)}: attempt ${event.attempt} of ${event.max} did not pass, again in ${durationText(event.delay_ms)}: ${reason}`;
  return [{ kind: 'note', tone: 'retry', text }];
}

function countBranches(state: RunState, event: { readonly node: string; readonly branch?: string }, of: number, done: number): Line[] {
  const known = state.branches.get(keyOf(event));
  const now = of > 0 || known === undefined ? { of, done } : { of: known.of, done: known.done + done };
  state.branches.set(keyOf(event), now);
  annotate(state, event, `${now.done} of ${now.of} branches done`);
  return [];
}

function annotate(state: RunState, event: { readonly node: string; readonly branch?: string }, text: string): void {
  const key = keyOf(event);
  const running = state.running.get(key);
  if (running !== undefined) state.running.set(key, { ...running, note: text });
}

function takeAgentEvent(state: RunState, event: Extract<RunEvent, { readonly data: unknown }>): void {
  const key = keyOf(event);
  const running = state.running.get(key);
  if (running === undefined) return;
  const work = modelWork(running.work, event);
  state.running.set(key, { ...running, note: agentNote(event) ?? running.note, ...(work === undefined ? {} : { work }) });
}

function amount(kind: 'usd' | 'tokens' | 'time', value: number): string {
  if (kind === 'usd') return moneyText(value);
  return kind === 'time' ? durationText(value) : String(value);
}

function note(text: string): Line {
  return { kind: 'note', tone: 'plain', text };
}

function warning(text: string): Line {
  return { kind: 'note', tone: 'warning', text };
}
