import { join } from 'node:path';
import { noUsage } from '@attractor/engine';
import { plainWords } from '../run/notices.ts';
import { type Caller, identityOf } from '../tools/study-tool.ts';
import { checkDispatch } from './check-dispatch.ts';
import type { DelegationRequest, Delegations } from './delegations.ts';
import { type Entry, isActionable, isLive, viewOf } from './entry.ts';
import { idsOf } from './ids.ts';
import { logRowOf } from './log-row-of.ts';
import type { DelegationNeeds } from './needs.ts';
import { recallHistory } from './recall.ts';
import { restoreRegistry } from './restore.ts';
import { sendMessage } from './send-message.ts';
import { cancelEntry, constraintsOf, emitStatus, interruptEntry, timestamp } from './settle.ts';
import { slotsOf } from './slots.ts';
import { taskMessage } from './task-message.ts';
import { blockedOn, pause, waitFor, wantsSlot } from './wait.ts';
import { startWork, type WorkerNeeds } from './worker.ts';

/** How long a flush waits for sessions that were told to end: a finalizer has five seconds (engine.md 2). */
const flushMs = 3000;

/** For whoever still calls after its end: nobody would read what it starts. */
const letGo = 'REFUSED: the run has let go of you; nothing new is started.';

/** Statuses of the log after which nothing is in flight, whatever a registry says (DE-07). */
const ended: ReadonlySet<string> = new Set(['DONE', 'FAILED', 'CANCELLED', 'INTERRUPTED']);

/** The delegation service of a run (DE). `registry` and `notices` are made before it; it holds the entry's slot from the start (DE-16). */
export function delegationsOf(given: DelegationNeeds): Delegations {
  const { registry, clock } = given;
  const heardOf = new Map<string, number>();
  const needs: WorkerNeeds = {
    ...given,
    streaks: new Map(),
    slots: slotsOf(Math.max(2, given.settings.maxAwakeNodes)),
    tasks: new Set(),
    heard: (identity) => heardOf.set(identity, registry.conditions.arrivals(identity)),
  };
  const ids = idsOf('D', needs.log);
  /** Evaluations that agents claim in their own turns. */
  const ownClaims = new Map<string, number>();
  let closed = false;
  void needs.slots.enter('entry', new AbortController().signal);

  function open(caller: Caller, target: string, written: DelegationRequest, id: string): Entry {
    const words = (text: string): string => plainWords(needs.masker.text(text));
    const request = { ...written, target, intent: words(written.intent), expectedReport: words(written.expectedReport) };
    const constraints = constraintsOf(needs);
    const entry: Entry = {
      id,
      target,
      delegator: caller.node,
      parent: identityOf(caller),
      request,
      startedAt: timestamp(needs),
      startedMs: clock.monotonic(),
      controller: new AbortController(),
      messages: [],
      toWorker: [],
      toDelegator: [],
      told: [],
      status: 'Working',
      queued: false,
      sessionStartedAt: null,
      invokes: 0,
      reports: 0,
      result: '',
      claimed: 0,
      evals: 0,
      phase: needs.phase?.() ?? null,
      sha: null,
      constraints: constraints.data,
      collected: false,
      delivered: false,
      readyAt: 0,
      over: false,
      usage: noUsage,
    };
    const text = taskMessage({
      id,
      constraints: needs.settings.arms.budget_notes ? constraints.text : '',
      preamble: needs.team.edge(caller.node, target)?.preamble ?? '',
      folder: join(needs.paths.delegations, id),
      request,
      hypotheses: needs.hypotheses?.(request.hypothesisIds) ?? '',
    });
    entry.messages.push({ from: 'user', text });
    // Before the worker runs, also when it waits for a slot (DE-10, DE-34).
    needs.log.append(logRowOf(entry, 'RUNNING', { deliverable: '', completed_at: null }));
    registry.add(entry);
    return entry;
  }

  const isAbandoned = ({ delegation }: Pick<Caller, 'delegation'>): boolean =>
    delegation !== undefined && (registry.get(delegation)?.over ?? true);

  return {
    async delegate(caller, request, wait) {
      if (closed || isAbandoned(caller)) return letGo;
      const check = checkDispatch(needs, caller, request);
      if (check.kind === 'refused') return check.text;
      let entry: Entry;
      try {
        entry = ids.take((id) => open(caller, check.target, request, id));
      } catch (error) {
        return `REFUSED: the delegation cannot be recorded: ${error instanceof Error ? error.message : String(error)}`;
      }
      startWork(needs, entry, false);
      emitStatus(needs, entry);
      if (wait) return waitFor(needs, caller, { id: entry.id, block: true });
      const place = entry.queued ? ' It is queued until a slot is free.' : '';
      return `${entry.id} started: ${entry.target} is at work.${place} Wait(id="${entry.id}") gives its report.`;
    },
    wait: (caller, options) => waitFor(needs, caller, options),
    sendMessage: async (caller, message) => (isAbandoned(caller) ? letGo : sendMessage(needs, caller, message)),
    recall: (caller, options) => recallHistory(needs, caller, options),
    reportEvals(caller, count) {
      if (!Number.isInteger(count) || count < 0) return 'ERROR: `count` is a whole number, 0 or more.';
      const entry = caller.delegation === undefined ? undefined : registry.get(caller.delegation);
      if (entry !== undefined) {
        entry.claimed += count;
        return `Recorded ${count} (${entry.claimed} in all).`;
      }
      const total = (ownClaims.get(caller.node) ?? 0) + count;
      ownClaims.set(caller.node, total);
      needs.budgets.claimEvals('entry', caller.node, total);
      return `Recorded ${count} (${total} in all).`;
    },
    find(id) {
      const entry = registry.get(id);
      return entry === undefined ? undefined : viewOf(entry);
    },
    children: (identity) => (identity === undefined ? registry.all() : registry.childrenOf(identity)).map(viewOf),
    inFlight: () =>
      registry
        .all()
        .filter((entry) => isLive(entry) && !ended.has(needs.log.status(entry.id)?.status ?? ''))
        .map(viewOf),
    async woken(identity, timeoutMs, signal) {
      const entry = registry.get(identity);
      const caller: Caller =
        entry === undefined ? { node: needs.team.entry, signal } : { node: entry.target, delegation: identity, signal };
      const deadline = clock.monotonic() + timeoutMs;
      const wants = (): boolean => wantsSlot(needs, registry.childrenOf(identity));
      await blockedOn(needs, caller, wants, async () => {
        for (;;) {
          if (registry.conditions.arrivals(identity) > (heardOf.get(identity) ?? 0)) return;
          const left = deadline - clock.monotonic();
          if (left <= 0 || signal.aborted || needs.notices.urgent(caller)) return;
          await pause(needs, caller, left);
        }
      });
      needs.heard(identity);
    },
    wake: (identity) => registry.conditions.wake(identity),
    tell: (id, text) => registry.tell(id, text, true),
    consecutiveErrors: () => new Map(needs.streaks),
    abandoned: isAbandoned,
    prune() {
      for (const entry of registry.all()) {
        if (entry.status === 'Cancelled' || (entry.status === 'Errored' && !isActionable(entry))) registry.remove(entry.id);
      }
    },
    restore: () => restoreRegistry(needs),
    cancelLive(reason) {
      const live = registry.all().filter(isLive);
      for (const entry of live) cancelEntry(needs, entry, reason);
      return live.map((entry) => entry.id);
    },
    async flush() {
      closed = true;
      const live = registry.all().filter(isLive);
      for (const entry of live) {
        entry.over = true;
        entry.controller.abort(new Error('the run ends'));
      }
      const over = new AbortController();
      await Promise.race([Promise.allSettled(needs.tasks), clock.sleep(flushMs, over.signal)]);
      over.abort();
      // Deepest first: a child is interrupted like its delegator, not cancelled by its end.
      for (const entry of live.toReversed()) interruptEntry(needs, entry);
    },
  };
}
