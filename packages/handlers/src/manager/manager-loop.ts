import {
  type ChildResult,
  fail,
  type Handler,
  type Invocation,
  type Json,
  type JsonObject,
  type Outcome,
  type Parked,
  partialSuccess,
  passed,
  success,
} from '@attractor/engine';
import { type ConditionScope, evaluate, nodeValue, parseCondition } from '@attractor/pipeline';
import { declaredOutputs } from '../folder/declared-outputs.ts';
import type { ChildPipelines } from '../folder/load-child.ts';
import { seedsOf } from '../folder/seeds.ts';
import { maskerOf } from '../masker.ts';
import { markDelivered, pendingSteering } from '../steering/store.ts';
import { childOf, childWorkdir } from './child-of.ts';
import { lastCycle, runCycle, usedBy } from './cycle.ts';
import { type CycleNote, cycleNote, type ManagerNote, readNotes, type SteeringNote } from './cycle-notes.ts';
import { askModel, cycleReport } from './steer.ts';
import { type ChildView, ended, viewKeys } from './telemetry.ts';

/**
 * A manager (engine.md 11): runs its child cycle after cycle until its stop condition holds, or without one until the
 * child passes. Cycles that are over are noted and never run again; steering goes from each cycle into the next. `model`
 * is the handler of model nodes, asked when the manager has a prompt.
 */
export function managerLoopHandler(model: Handler, pipelines: ChildPipelines = {}): Handler {
  return { execute: (invocation) => execute(invocation, model, pipelines) };
}

async function execute(invocation: Invocation, model: Handler, pipelines: ChildPipelines): Promise<Outcome | Parked> {
  const { node, memory, signal } = invocation;
  const max = nodeValue(node, 'manager.max_cycles');
  const workdir = childWorkdir(invocation);
  if ('problem' in workdir) return fail('deterministic', workdir.problem);
  const own = seedsOf(invocation);
  const notes = [...readNotes(memory.read())];
  // Outputs may repeat a secret, and so may what people say: notes stand in the journal.
  const masker = maskerOf(invocation);
  const note = (added: ManagerNote): void => {
    const masked = masker.json(added as unknown as Json);
    notes.push(masked as unknown as ManagerNote);
    memory.append(masked);
  };
  for (;;) {
    const last = lastCycle(notes);
    if (last?.stop === true) return conclude(invocation, notes, last);
    if (last !== undefined && last.cycle >= max) return exhausted(invocation, notes, last, max);
    if (signal.aborted) return fail('cancelled', `the manager '${node.id}' was interrupted after cycle ${last?.cycle ?? 0}`);
    const cycle = (last?.cycle ?? 0) + 1;
    const begun = invocation.begunChild(cycle - 1);
    if (last !== undefined && begun === undefined) {
      await steer(invocation, model, notes, last, max, note);
      await pause(invocation);
      if (signal.aborted) continue;
    }
    const seeds = { ...own, ...last?.outputs, ...steeringFor(notes, cycle) };
    const child =
      begun === undefined ? childOf(invocation, seeds, workdir.path, pipelines) : ({ ok: true, graph: begun, defaults: {} } as const);
    if (!child.ok) return withChildKeys(invocation, notes, child.outcome);
    const plan = { cycle, graph: child.graph, seeds: { ...child.defaults, ...seeds }, workdir: workdir.path, notes };
    const result = await runCycle(invocation, plan);
    if (result.questions.length > 0) return { parked: true, questions: result.questions };
    if (result.end === 'halted' || result.end === 'cancelled' || result.end === 'parked') return result.outcome;
    const seen = ended(result.directory, result.outcome);
    note(cycleNote(cycle, result, declaredOutputs(node, result.context), seen, isLast(invocation, result, seen, cycle)));
  }
}

/** The loop ends here: the condition holds, or there is none and the child passed, or nothing leads on from its failure. */
function isLast({ node, mode }: Invocation, { outcome, context }: ChildResult, view: ChildView, cycle: number): boolean {
  if (outcome.status === 'fail' && outcome.terminal === true) return true;
  // Nothing is written in a dry run that a condition could wait for (files.md 5).
  if (mode === 'dry-run' && passed(outcome)) return true;
  // One that cannot be read is refused by validation.
  const { condition } = parseCondition(nodeValue(node, 'manager.stop_condition') ?? '');
  if (condition === undefined) return passed(outcome);
  const own: JsonObject = { ...viewKeys(view), ...managerKeys(cycle, outcome.status) };
  const scope: ConditionScope = {
    status: outcome.status,
    preferredLabel: outcome.preferredLabel ?? '',
    failureClass: 'failureClass' in outcome ? (outcome.failureClass ?? '') : '',
    outcomeIsStatus: false,
    get: (key) => (Object.hasOwn(own, key) ? own[key] : context.get(key)),
  };
  return evaluate(condition, scope);
}

function managerKeys(cycles: number, status: string): JsonObject {
  return { 'manager.cycles': cycles, 'manager.last_child_status': status };
}

/** Makes the text for the next cycle once: the model's, else the report when the manager steers, and what people said in between. */
async function steer(
  invocation: Invocation,
  model: Handler,
  notes: readonly ManagerNote[],
  last: CycleNote,
  max: number,
  note: (added: SteeringNote) => void,
): Promise<void> {
  const { node, runDirectory } = invocation;
  if (notes.some((item) => item.kind === 'steering' && item.cycle === last.cycle)) return;
  const given = new Set(notes.flatMap((item) => (item.kind === 'steering' ? item.messages : [])));
  const messages = pendingSteering(runDirectory).filter(({ id }) => !given.has(id));
  const steers = nodeValue(node, 'manager.actions').includes('steer');
  const report = steers ? cycleReport(last, max) : '';
  const earlier = notes.reduce((sum, item) => sum + (item.kind === 'steering' ? item.calls : 0), 0);
  const answer = steers ? await askModel(invocation, model, report, earlier) : undefined;
  if (invocation.signal.aborted) return;
  const parts = [answer === undefined || answer.text === '' ? report : answer.text, ...messages.map(({ text }) => text.trim())];
  const text = parts.filter((part) => part !== '').join('\n\n');
  note({
    kind: 'steering',
    cycle: last.cycle,
    text,
    messages: messages.map(({ id }) => id),
    usage: answer?.outcome.usage ?? null,
    calls: answer?.outcome.scriptCalls ?? 0,
  });
  for (const { id } of messages) markDelivered(runDirectory, id);
}

async function pause({ node, services, signal }: Invocation): Promise<void> {
  const ms = nodeValue(node, 'manager.poll_interval');
  if (ms > 0 && nodeValue(node, 'manager.actions').includes('wait')) await services.clock.sleep(ms, signal);
}

function steeringFor(notes: readonly ManagerNote[], cycle: number): JsonObject {
  const found = notes.findLast((note) => note.kind === 'steering' && note.cycle === cycle - 1);
  // Empty text in the first cycle, so that a prompt may always place it.
  return { manager_steering: found?.kind === 'steering' ? found.text : '' };
}

/** The child's end is the manager's: status, label, explicitness, reason (engine.md 11, §25). */
function conclude(invocation: Invocation, notes: readonly ManagerNote[], last: CycleNote): Outcome {
  const extra = {
    notes: last.notes,
    responseText: last.text,
    ...(last.label === '' ? {} : { preferredLabel: last.label }),
  };
  const outcome =
    last.status === 'fail' || last.status === 'retry' || last.status === 'skipped'
      ? fail(last.failureClass === '' ? 'deterministic' : last.failureClass, last.reason, {
          ...extra,
          isExplicit: last.isExplicit,
          ...openGates(last),
          ...(last.terminal ? { terminal: true } : {}),
        })
      : (last.status === 'success' ? success : partialSuccess)(last.isExplicit, extra);
  return withChildKeys(invocation, notes, outcome);
}

/** Nobody asserted anything: not explicit (§25). */
function exhausted(invocation: Invocation, notes: readonly ManagerNote[], last: CycleNote, max: number): Outcome {
  const why = last.reason === '' ? `the stop condition did not hold after a child with status ${last.status}` : last.reason;
  const outcome = fail('deterministic', `manager.max_cycles (${max}) used up: ${why}`, {
    notes: last.notes,
    responseText: last.text,
    ...openGates(last),
  });
  return withChildKeys(invocation, notes, outcome);
}

function openGates({ gates }: CycleNote): { unsatisfiedGates?: readonly string[] } {
  return gates.length === 0 ? {} : { unsatisfiedGates: gates };
}

function withChildKeys({ node }: Invocation, notes: readonly ManagerNote[], outcome: Outcome): Outcome {
  const last = lastCycle(notes);
  const observes = nodeValue(node, 'manager.actions').includes('observe');
  const calls = notes.reduce((sum, note) => sum + (note.kind === 'steering' ? note.calls : 0), 0);
  return {
    ...outcome,
    contextUpdates: last?.outputs ?? {},
    systemUpdates: {
      ...managerKeys(last?.cycle ?? 0, last?.status ?? ''),
      ...(observes && last !== undefined ? viewKeys(last.view) : {}),
    },
    usage: usedBy(notes),
    ...(last === undefined ? {} : { childScriptCalls: last.scriptCalls }),
    ...(calls === 0 ? {} : { scriptCalls: calls }),
  };
}
