import { join } from 'node:path';
import { addUsage, HandlerError, makeFolders, noUsage, type Usage } from '@attractor/engine';
import { note, plainWords } from '../run/notices.ts';
import type { Caller } from '../tools/study-tool.ts';
import type { Entry } from './entry.ts';
import { traceOf } from './error-text.ts';
import type { DelegationNeeds } from './needs.ts';
import { correction, reportProblem } from './report-contract.ts';
import { emitStatus, type SettleNeeds, settleError, settleReport, timestamp } from './settle.ts';
import type { Slots } from './slots.ts';

export type WorkerNeeds = DelegationNeeds &
  SettleNeeds & {
    readonly slots: Slots;
    /** Sessions that have not ended, those of cancelled delegations included (DE-24). */
    readonly tasks: Set<Promise<void>>;
    /** What has arrived under the identity so far is known to it. */
    readonly heard: (identity: string) => void;
  };

/** Begins the work of a delegation whose last message is there; never rejects. `returning`: after feedback, ahead of new work (DE-16). */
export function startWork(needs: WorkerNeeds, entry: Entry, returning: boolean): void {
  const before = entry.task ?? Promise.resolve();
  // Entered at once, so that the queue's order is that of the ids.
  const place = needs.slots.enter(entry.id, entry.controller.signal, returning);
  entry.queued = needs.slots.isQueued(entry.id);
  const task = before.then(() => work(needs, entry, place)).finally(() => needs.tasks.delete(task));
  needs.tasks.add(task);
  entry.task = task;
}

async function work(needs: WorkerNeeds, entry: Entry, place: Promise<boolean>): Promise<void> {
  try {
    const hasPlace = await place;
    entry.queued = false;
    if (!hasPlace || entry.over) return;
    entry.sessionStartedAt ??= timestamp(needs);
    emitStatus(needs, entry);
    const report = await reportOf(needs, entry);
    // It may have been let go of on the way here.
    if (report !== undefined && !entry.over) settleReport(needs, entry, report);
  } catch (error) {
    if (entry.over) return;
    recordError(needs, entry, error);
    settleError(needs, entry, error);
  } finally {
    needs.slots.leave(entry.id);
  }
}

/** Invokes until the worker has had every message and its report keeps the contract, or has been corrected once; absent: it was let go. */
async function reportOf(needs: WorkerNeeds, entry: Entry): Promise<string | undefined> {
  const sections = needs.team.agents.get(entry.target)?.reportSections ?? [];
  for (let isCorrected = false; ; ) {
    const { text, tools } = await invoke(needs, entry);
    if (entry.over) return undefined;
    entry.messages.push({ from: 'assistant', text: text.trim() === '' ? '(no text)' : text });
    const unread = entry.toWorker.splice(0);
    if (unread.length > 0) {
      entry.messages.push({
        from: 'user',
        text: `Your delegator wrote while you worked:\n\n${unread.join('\n\n')}\n\nAnswer with your whole report.`,
      });
      continue;
    }
    const problem = needs.settings.arms.delegation_contract ? reportProblem(text, sections, tools) : undefined;
    if (problem === undefined || isCorrected) {
      recordRetrospective(needs, entry, text);
      return problem === undefined
        ? text
        : `${text.trim() === '' ? '(no report)' : text}\n\n${note(`This report does not keep its contract: ${problem}.`)}`;
    }
    isCorrected = true;
    needs.recorder.intervention({
      node: entry.target,
      type: 'REPORT_RETRY',
      message: problem,
      told: true,
      extra: { delegation_id: entry.id },
    });
    entry.messages.push({ from: 'user', text: note(correction(problem, sections)) });
  }
}

/** One invoke on the worker's own session (DE-15). Its usage is recorded once, however it ends (RE-12, DE-32). */
async function invoke(needs: WorkerNeeds, entry: Entry): Promise<{ readonly text: string; readonly tools: Iterable<string> }> {
  const agent = needs.team.agents.get(entry.target);
  if (agent === undefined) throw new HandlerError(`the team has no agent ${entry.target}`, { retryable: false });
  makeFolders(join(needs.paths.delegations, entry.id));
  const caller: Caller = { node: entry.target, delegation: entry.id, signal: entry.controller.signal };
  const tools = needs.tools(caller);
  entry.invokes++;
  let seen: Usage = noUsage;
  let model = agent.model ?? '';
  const count = (usage: Usage): void => {
    seen = addUsage(seen, usage);
    entry.usage = addUsage(entry.usage, usage);
  };
  try {
    const answer = await needs.sessions.invoke({
      agent,
      purpose: 'worker',
      delegation: entry.id,
      invoke: entry.invokes,
      system: needs.systemPrompt(entry.target, 'worker'),
      messages: [...entry.messages],
      tools,
      signal: entry.controller.signal,
      isOver: () => entry.over,
      onUsage: (usage, from) => {
        model = from;
        count(usage);
      },
      onRetry: (retry) => recordRetry(needs, entry, retry),
      transcript: join(needs.paths.debug, 'transcripts', entry.target, `${entry.id}_${String(entry.invokes).padStart(2, '0')}.jsonl`),
    });
    model = answer.model;
    // A session that tells its usage only at the end.
    if (seen === noUsage) count(answer.usage);
    return { text: plainWords(needs.masker.text(answer.text)), tools: tools.keys() };
  } finally {
    if (seen !== noUsage) {
      needs.recorder.usage({ node: entry.target, role: agent.role, model, phase: 'worker', delegation: entry.id, usage: seen });
    }
  }
}

function recordRetry(
  needs: WorkerNeeds,
  entry: Entry,
  retry: { readonly attempt: number; readonly max: number; readonly error: string; readonly delayMs: number },
): void {
  needs.recorder.diagnostic('LLM_RETRY', entry.target, {
    attempt: retry.attempt,
    max: retry.max,
    delay_ms: retry.delayMs,
    message: retry.error.slice(0, 300),
    delegation_id: entry.id,
  });
}

function recordRetrospective(needs: WorkerNeeds, entry: Entry, text: string): void {
  const role = needs.team.agents.get(entry.target)?.role ?? entry.target;
  const version = entry.reports === 0 ? {} : { deliverableVersion: String(entry.reports + 1) };
  needs.recorder.retrospective({ sourceId: entry.id, role, text, ...version });
}

function recordError(needs: WorkerNeeds, entry: Entry, error: unknown): void {
  const isProvider = error instanceof HandlerError && error.retryable;
  needs.recorder.toolError({
    node: entry.target,
    tool: 'session',
    errorType: error instanceof HandlerError ? error.type : error instanceof Error ? error.name : 'Error',
    fault: isProvider ? 'system' : 'agent',
    message: error instanceof Error ? error.message : String(error),
    trace: traceOf(error),
    arguments: { delegation_id: entry.id },
  });
}
