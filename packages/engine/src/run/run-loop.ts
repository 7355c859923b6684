import type { Graph } from '@attractor/pipeline';
import type { AgentEventData, RunEvent } from '../event.ts';
import type { ContextView, Invocation } from '../handler.ts';
import type { Json } from '../json.ts';
import { fail } from '../outcome.ts';
import type { EndResult, FrameId, FrameState, RunState } from '../state/state.ts';
import type { Effect } from '../step/effect.ts';
import { visitKey } from '../step/fork.ts';
import type { Input } from '../step/input.ts';
import { durationLimit } from '../step/limits.ts';
import { step } from '../step/step.ts';
import { placeOf } from '../step/transition.ts';
import { StoreError } from '../store.ts';
import { breathe } from './breathe.ts';
import { type BudgetLedger, budgetLedger } from './budget-ledger.ts';
import { type BudgetWarning, type BudgetWarnings, budgetWarnings } from './budget-warnings.ts';
import { type Children, childrenOf } from './children.ts';
import { contextView } from './context-view.ts';
import { gatherFacts } from './facts.ts';
import { finalize } from './finalize.ts';
import { artefactOf, invokeHandler } from './invoke.ts';
import type { LoopParts } from './loop-parts.ts';
import { joinBranches } from './upward.ts';

type Unstamped<T> = T extends unknown ? Omit<T, 'ts' | 'el' | 'sq'> : never;

/** The input with which a run, or a segment of one, begins. */
export type FirstInput = Extract<Unstamped<Input>, { readonly t: 'begin' | 'resume' }>;

/**
 * The one loop that awaits. Inputs are handled one after the other: journalled, stepped, and their effects carried out
 * in order; work that takes time reports back as a later input.
 */
export class RunLoop {
  readonly #parts: LoopParts;
  readonly #queue: Unstamped<Input>[] = [];
  readonly #inFlight = new Set<Promise<void>>();
  readonly #running = new Map<FrameId, AbortController>();
  readonly #monotonicAtStart: number;
  readonly #budgets: BudgetLedger;
  readonly #warnings: BudgetWarnings;
  readonly #children: Children;
  readonly #elapsedAtStart: number;
  readonly #over = new AbortController();
  readonly #done: Promise<EndResult>;
  #settle: { resolve(result: EndResult): void; reject(error: unknown): void } = { resolve: () => {}, reject: () => {} };
  #state: RunState;
  #draining = false;
  #ended = false;

  constructor(parts: LoopParts, state: RunState) {
    this.#parts = parts;
    this.#state = state;
    this.#elapsedAtStart = state.elapsedMs;
    const { graph } = parts.machine;
    const now = () => this.#state;
    this.#warnings = budgetWarnings(graph, now, parts.upward !== undefined, (event) => this.#emit(event, ''));
    this.#budgets = budgetLedger({
      graph,
      state: now,
      above: parts.budgetAbove,
      onUse: (used) => this.#warnings.look(used),
      below: parts.spentBelow,
    });
    this.#children = childrenOf({
      parts,
      budgets: this.#budgets,
      state: now,
      elapsed: () => this.#elapsed(),
      begin: (f, cycle, child) => this.#submit({ t: 'child', f, cycle, child }),
      emit: (event, branch) => this.#emit(event, branch),
    });
    this.#monotonicAtStart = parts.services.clock.monotonic();
    this.#done = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
  }

  get state(): RunState {
    return this.#state;
  }

  get graph(): Graph {
    return this.#parts.machine.graph;
  }

  /** Runs from the first input to the end. Rejects when the run's storage fails: nothing goes on unlogged. */
  async run(first: Unstamped<Input>): Promise<EndResult> {
    const { signal } = this.#parts;
    const cancel = (): void => this.#submit({ t: 'cancel', reason: reasonText(signal?.reason) });
    this.#submit(first);
    this.#warnings.arm();
    if (signal?.aborted === true) cancel();
    else signal?.addEventListener('abort', cancel, { once: true });
    this.#watchDuration();
    try {
      return await this.#done;
    } finally {
      signal?.removeEventListener('abort', cancel);
      this.#over.abort('over');
    }
  }

  #elapsed(): number {
    const spent = this.#parts.services.clock.monotonic() - this.#monotonicAtStart;
    return Math.round((this.#elapsedAtStart + spent) * 1000) / 1000;
  }

  #submit(input: Unstamped<Input>): void {
    if (this.#ended) return;
    this.#queue.push(input);
    if (this.#draining) return;
    this.#draining = true;
    try {
      for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) this.#handle(next);
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#draining = false;
    }
  }

  #handle(unstamped: Unstamped<Input>): void {
    const input = { ...unstamped, ts: this.#parts.services.clock.now(), el: this.#elapsed(), sq: this.#state.seq } as Input;
    if (this.#state.result !== undefined && input.t !== 'resume') return;
    this.#parts.recorder.journal(input);
    const { state, effects } = step(this.#parts.machine, this.#state, input);
    this.#state = state;
    const end = effects.findIndex((effect) => effect.do === 'end');
    const now = end < 0 ? effects : effects.slice(0, end);
    this.#parts.recorder.write(now, state);
    for (const effect of now) this.#perform(effect);
    if (end >= 0) this.#finish(effects.slice(end));
  }

  #perform(effect: Effect): void {
    switch (effect.do) {
      case 'start':
        return this.#start(effect.frame);
      case 'invoke':
        return this.#track(this.#invoke(effect.frame, effect.timeoutMs));
      case 'watch':
        return void this.#watch(effect.frame, effect.visit, effect.timeoutMs, this.#over.signal);
      case 'inspect':
        return this.#inspect(effect.frame);
      case 'wait':
        return void this.#wait(effect.frame, effect.ms);
      case 'abort':
        this.#running.get(effect.frame)?.abort(effect.reason);
        return;
      case 'event':
      case 'trace':
      case 'decision':
      case 'status':
      case 'feedback':
      case 'checkpoint':
      case 'end':
        return;
    }
  }

  #start(frameId: FrameId): void {
    const limit = durationLimit(this.graph, this.#state);
    if (limit !== undefined && this.#elapsed() >= limit) return void this.#queue.push({ t: 'duration' });
    const frame = this.#state.frames.get(frameId);
    if (frame?.position.at !== 'entering') return;
    const node = this.graph.nodes.get(frame.position.node);
    if (node === undefined) return;
    const { workingDirectory, store, mode, secrets } = this.#parts;
    const facts = gatherFacts(node, frame.context, secrets, workingDirectory, store, mode);
    const budget = this.#budgets.usedUp();
    this.#queue.push({ t: 'started', f: frameId, facts: budget === undefined ? facts : { ...facts, budget } });
  }

  async #invoke(frameId: FrameId, timeoutMs: number | undefined): Promise<void> {
    const controller = new AbortController();
    this.#running.set(frameId, controller);
    const over = timeoutMs === undefined ? undefined : new AbortController();
    const frame = this.#state.frames.get(frameId);
    if (frame?.position.at !== 'running') return;
    if (timeoutMs !== undefined && over !== undefined) void this.#watch(frameId, visitKey(frame.position.visit), timeoutMs, over.signal);
    await breathe();
    // What was told to stop before its turn came is not started (engine.md 13).
    const report = controller.signal.aborted
      ? { outcome: fail('cancelled', 'stopped') }
      : await invokeHandler(
          this.#invocation(frame, controller.signal),
          this.#parts.mode === 'dry-run' ? undefined : frame.position.visit.mustWrite,
        );
    over?.abort('over');
    if (this.#running.get(frameId) === controller) this.#running.delete(frameId);
    this.#budgets.settle(frameId, 'parked' in report ? undefined : report.outcome.usage);
    if ('parked' in report) return this.#submit({ t: 'parked', f: frameId, questions: report.questions });
    const masked = this.#parts.masker.json(report.outcome as unknown as Json) as unknown as typeof report.outcome;
    this.#submit({ t: 'finished', f: frameId, ...report, outcome: masked, random: this.#parts.services.random() });
  }

  /** Handlers that run; a run does not end before they have returned or used up their grace. */
  #track(work: Promise<void>): void {
    const tracked = work
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#inFlight.delete(tracked);
      });
    this.#inFlight.add(tracked);
  }

  #inspect(frameId: FrameId): void {
    const position = this.#state.frames.get(frameId)?.position;
    if (position?.at !== 'forked') return;
    const { mustWrite } = position.visit;
    const artefact = mustWrite === undefined || this.#parts.mode === 'dry-run' ? undefined : artefactOf(mustWrite);
    this.#queue.push({ t: 'joined', f: frameId, random: this.#parts.services.random(), ...(artefact === undefined ? {} : { artefact }) });
  }

  async #watch(frameId: FrameId, visit: string, ms: number, signal: AbortSignal): Promise<void> {
    await this.#sleep(ms, signal);
    if (!signal.aborted) this.#submit({ t: 'timeout', f: frameId, v: visit });
  }

  async #wait(frameId: FrameId, ms: number): Promise<void> {
    const controller = new AbortController();
    this.#running.set(frameId, controller);
    const signal = AbortSignal.any([controller.signal, this.#over.signal]);
    await this.#sleep(ms, signal);
    if (this.#running.get(frameId) === controller) this.#running.delete(frameId);
    if (!signal.aborted) this.#submit({ t: 'waited', f: frameId });
  }

  /** Sleeps the whole time, also beyond what one timer can hold. */
  async #sleep(ms: number, signal: AbortSignal): Promise<void> {
    const { clock } = this.#parts.services;
    const until = clock.monotonic() + ms;
    for (let left = ms; left > 0 && !signal.aborted; left = until - clock.monotonic()) await clock.sleep(left, signal);
  }

  #watchDuration(): void {
    const limit = durationLimit(this.graph, this.#state);
    if (limit === undefined) return;
    const { signal } = this.#over;
    void this.#sleep(Math.max(0, limit - this.#elapsed()), signal).then(() => {
      if (!signal.aborted) this.#submit({ t: 'duration' });
    });
  }

  #view(frame: FrameState): ContextView {
    return contextView(frame.context, this.#parts.secrets);
  }

  #invocation(frame: FrameState, signal: AbortSignal): Invocation {
    const { position } = frame;
    if (position.at !== 'running') throw new Error(`frame '${frame.id}' is not running`);
    const { visit } = position;
    const { machine, store, services, mode, workingDirectory } = this.#parts;
    const node = this.graph.nodes.get(visit.node);
    if (node === undefined) throw new Error(`no node '${visit.node}'`);
    const via = visit.via < 0 ? undefined : this.graph.edges[visit.via];
    const place = placeOf(frame, node.id, visit.visit);
    return {
      graph: this.graph,
      lineage: [...this.#parts.ancestors, this.graph],
      node,
      ...(via === undefined ? {} : { via }),
      context: this.#view(frame),
      parameters: this.#parts.parameters,
      visit: visit.visit,
      attempt: visit.invocations,
      iteration: frame.iteration,
      branch: joinBranches(this.#parts.branchPrefix, frame.branch),
      runId: machine.runId,
      resumed: visit.resumed,
      directory: store.nodeDirectory(place),
      workingDirectory,
      signal,
      mode,
      history: frame.history.toArray(),
      frameSteps: frame.steps,
      hasRun: (id) => this.#state.trail.includes(id),
      scriptCalls: (id) => this.#state.scriptCalls.get(id) ?? 0,
      memory: {
        read: () => visit.memory.toArray(),
        // A handler that outlived its grace has no visit to keep notes of.
        append: (note) => {
          if (this.#running.get(frame.id)?.signal === signal) this.#submit({ t: 'memo', f: frame.id, note });
        },
      },
      services,
      budget: this.#budgets.of(frame.id),
      emit: (event) => this.#emit(event, frame.branch),
      runDirectory: this.#parts.rootDirectory,
      runChild: (request) => this.#children.run(request, frame.id),
      begunChild: (cycleIndex) => this.#children.begun(frame.id, cycleIndex),
    };
  }

  /** Events of the work inside a node are numbered with the run's own, in the order in which they happen. */
  #emit(data: AgentEventData | BudgetWarning, branch: string): void {
    if (this.#ended) return;
    const seq = this.#state.seq;
    this.#state = { ...this.#state, seq: seq + 1 };
    const place = branch === '' ? {} : { branch };
    const masked = this.#parts.masker.json(data as unknown as Json) as unknown as AgentEventData;
    const event: RunEvent = {
      ...masked,
      seq,
      ts: new Date(this.#parts.services.clock.now()).toISOString(),
      run: this.#parts.machine.runId,
      ...place,
    };
    try {
      this.#parts.recorder.appendEvent(event);
    } catch (error) {
      this.#fail(error);
    }
  }

  #finish(effects: readonly Effect[]): void {
    this.#ended = true;
    const result = this.#state.result;
    if (result === undefined) return;
    void this.#finalize()
      .then(() => {
        this.#parts.recorder.write(effects, this.#state);
        this.#settle.resolve(result);
      })
      .catch(this.#settle.reject);
  }

  /** Finalizers belong to the whole run: its children end without them. */
  async #finalize(): Promise<void> {
    if (this.#parts.upward === undefined) await finalize(this.#parts.services);
  }

  /** The storage failed, or the engine did: everything is stopped, and the error goes to the caller once nothing runs any more. */
  #fail(error: unknown): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#over.abort('over');
    for (const controller of this.#running.values()) controller.abort('cancel');
    setImmediate(() => {
      void Promise.allSettled(this.#inFlight)
        .then(() => this.#finalize())
        .then(() => this.#failed(error))
        .finally(() => this.#settle.reject(error));
    });
  }

  /** The one terminal event of a run that broke. Sinks get it even when the disk takes nothing any more. */
  #failed(error: unknown): void {
    const event: RunEvent = {
      type: 'pipeline.failed',
      reason: error instanceof Error ? error.message : String(error),
      error_type: error instanceof StoreError ? error.code : 'internal',
      duration_ms: this.#elapsed(),
      seq: this.#state.seq,
      ts: new Date(this.#parts.services.clock.now()).toISOString(),
      run: this.#parts.machine.runId,
    };
    this.#state = { ...this.#state, seq: event.seq + 1 };
    try {
      this.#parts.recorder.appendEvent(event);
    } catch {
      this.#parts.recorder.publish([event]);
    }
  }
}

function reasonText(reason: unknown): string {
  return typeof reason === 'string' ? reason : reason instanceof Error ? reason.message : 'cancelled';
}
