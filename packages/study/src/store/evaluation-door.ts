import { type Clock, type JsonObject, type Masker, StoreError } from '@attractor/engine';
import { type EvaluationSource, sourceFor, sourceName } from './evaluation-source.ts';
import type { Evaluation, EvaluationDoor, StoreRow } from './evaluation-store.ts';
import { type Flight, isMarked, takeOff } from './in-flight.ts';
import { namespaceProblem } from './namespace.ts';
import type { Oracle } from './oracle.ts';
import { inputKey, inputProblem } from './row.ts';
import { namesSource, readRunConfig } from './run-config.ts';
import type { GrowingStore } from './store.ts';
import { pause } from './store-lock.ts';

export interface EvaluationDoorOptions {
  readonly store: GrowingStore;
  /** `debug/run_config.json`, read anew for each evaluation: another process, or a tool, may have named an oracle. */
  readonly runConfig: string;
  readonly oracle: Oracle;
  readonly masker: Masker;
  readonly clock: Pick<Clock, 'now'>;
}

/** Evaluations under way in this process, and who waits for them. */
interface Shared {
  readonly answer: Promise<Evaluation>;
  readonly stop: AbortController;
  waiting: number;
}

/** The metered door (ES-03): one finished row an input, one oracle call at a time for equal inputs, also across processes. */
export function evaluationDoorOf(options: EvaluationDoorOptions): EvaluationDoor {
  const { store, runConfig, masker } = options;
  const shared = new Map<string, Shared>();

  return {
    hasSource: () => namesSource(readRunConfig(runConfig)),
    async evaluate(asked, { namespace, delegation, signal }) {
      const problem = inputProblem(asked) ?? namespaceProblem(namespace);
      if (problem !== undefined) return { kind: 'failed', message: problem };
      const input = masker.json(asked) as JsonObject;
      const key = inputKey(input);
      const known = store.finished(namespace, key);
      if (known?.output) return { kind: 'output', output: known.output, isNew: false };
      const source = sourceFor(readRunConfig(runConfig), namespace);
      if (source === undefined) return noOracle(namespace);
      if (signal.aborted) return interrupted;
      const id = `${namespace ?? ''}\n${key}`;
      const going = shared.get(id);
      if (going !== undefined) return joined(going, signal);
      const stop = new AbortController();
      const answer = evaluateOnce(options, { input, key, id, namespace, delegation: delegation ?? null, source }, stop.signal);
      const first: Shared = { answer: answer.finally(() => shared.delete(id)), stop, waiting: 0 };
      shared.set(id, first);
      return waitFor(first, signal);
    },
  };
}

const interrupted: Evaluation = { kind: 'failed', message: 'the evaluation was interrupted' };

function noOracle(namespace: string | null): Evaluation {
  const where = namespace === null ? '' : ` for namespace ${namespace}`;
  return {
    kind: 'no_oracle',
    message: `no evaluation source is registered${where}: name one with RegisterOracle, or with \`evaluator_entrypoint\` or \`evaluator_lookup\` of the study`,
  };
}

/** The same evaluation for another caller: it costs nothing. */
async function joined(going: Shared, signal: AbortSignal): Promise<Evaluation> {
  const answer = await waitFor(going, signal);
  return answer.kind === 'output' ? { ...answer, isNew: false } : answer;
}

/** Who gives up leaves the evaluation to those who still wait; the last one to leave stops it, and waits until its processes are gone. */
async function waitFor(going: Shared, signal: AbortSignal): Promise<Evaluation> {
  going.waiting++;
  let leave = (): void => {};
  const left = new Promise<'left'>((resolve) => {
    leave = () => resolve('left');
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) leave();
  });
  try {
    const answer = await Promise.race([going.answer, left]);
    if (answer !== 'left') return answer;
    if (going.waiting > 1) return interrupted;
    going.stop.abort();
    return await going.answer;
  } finally {
    going.waiting--;
    signal.removeEventListener('abort', leave);
  }
}

interface Order {
  readonly input: JsonObject;
  readonly key: string;
  readonly id: string;
  readonly namespace: string | null;
  readonly delegation: string | null;
  readonly source: EvaluationSource;
}

async function evaluateOnce(options: EvaluationDoorOptions, order: Order, signal: AbortSignal): Promise<Evaluation> {
  const { store, oracle, masker, clock } = options;
  const turn = await ownTurn(store, order, signal);
  if (turn.kind !== 'flight') return turn;
  try {
    const answer = await oracle(order.source, order.input, signal);
    const row: StoreRow = {
      input: order.input,
      output: answer.ok ? (masker.json(answer.output) as JsonObject) : null,
      status: answer.ok ? 'finished' : 'failed',
      _delegation_id: order.delegation,
      _source: masker.text(sourceName(order.source)),
      _ts: new Date(clock.now()).toISOString(),
      ...(answer.ok ? {} : { error: masker.text(answer.error).slice(0, 2000) }),
    };
    // Not bound to the signal: what has been paid for is written down.
    await store.exclusively(undefined, (add) => {
      add(order.namespace, row);
      turn.flight.land();
    });
    return row.output === null ? { kind: 'failed', message: row.error ?? '' } : { kind: 'output', output: row.output, isNew: true };
  } catch (error) {
    turn.flight.land();
    throw error;
  }
}

type Turn = { readonly kind: 'flight'; readonly flight: Flight } | Evaluation;

/** The right to ask the oracle, or what another process got while this one waited for it. */
async function ownTurn(store: GrowingStore, order: Order, signal: AbortSignal): Promise<Turn> {
  const { namespace, key, id, source } = order;
  const before = store.length(namespace);
  const timeoutMs = source.kind === 'entrypoint' ? source.timeoutMs : 60_000;
  for (;;) {
    if (signal.aborted) return interrupted;
    const turn = await tried(store, signal, (): Turn | undefined => {
      const known = store.finished(namespace, key);
      if (known?.output) return { kind: 'output', output: known.output, isNew: false };
      const added = store.length(namespace) === before ? [] : store.rows(namespace).slice(before);
      const failed = added.find((row) => row.status === 'failed' && inputKey(row.input) === key);
      if (failed !== undefined) return { kind: 'failed', message: failed.error ?? 'the oracle failed' };
      const flight = takeOff(store.directory, id, timeoutMs);
      return flight === undefined ? undefined : { kind: 'flight', flight };
    });
    if (turn !== undefined) return turn;
    while (!signal.aborted && isMarked(store.directory, id)) await pause(25 + Math.random() * 50);
  }
}

/** Who gives up while another process holds the store's lock is interrupted, not at fault. */
async function tried(store: GrowingStore, signal: AbortSignal, action: () => Turn | undefined): Promise<Turn | undefined> {
  try {
    return await store.exclusively(signal, action);
  } catch (error) {
    if (signal.aborted && error instanceof StoreError && error.code === 'run_locked') return interrupted;
    throw error;
  }
}
