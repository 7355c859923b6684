import { type ArtefactStat, artefactProblem } from '../files/index.ts';
import { HandlerError, type Invocation, type Parked } from '../handler.ts';
import { isJson, type JsonObject } from '../json.ts';
import { fail, type Outcome } from '../outcome.ts';
import type { MustWriteStart } from '../state/state.ts';
import type { Input } from '../step/input.ts';
import { StoreError } from '../store.ts';

/** How long a handler may take to return after it was told to stop (engine.md 3.1). Milliseconds. */
const abortGraceMs = 5000;

type Finished = Extract<Input, { t: 'finished' }>;
export type Report = Pick<Finished, 'outcome' | 'artefact' | 'thrown' | 'retryAfterMs'> | Parked;

/** Runs a handler once: a thrown error becomes a `fail`, an abort is waited for no longer than the grace (engine.md 1, 3.1, 4). */
export async function invokeHandler(invocation: Invocation, mustWrite: MustWriteStart | undefined): Promise<Report> {
  const { services, node, signal } = invocation;
  let report: Report;
  try {
    const handler = services.handlers.resolve(node.type);
    const result = await withGrace(handler.execute(invocation), invocation);
    if ('parked' in result) return result;
    report = { outcome: checkedOutcome(result) };
  } catch (error) {
    // The run's storage failed under the handler: nothing goes on unlogged (files.md 3).
    if (error instanceof StoreError) throw error;
    report = fromError(error, signal);
  }
  const artefact = mustWrite === undefined ? undefined : artefactOf(mustWrite);
  return artefact === undefined ? report : { ...report, artefact };
}

async function withGrace(work: Promise<Outcome | Parked>, { signal, services, node }: Invocation): Promise<Outcome | Parked> {
  let giveUp: (outcome: Outcome) => void = () => {};
  const abandoned = new Promise<Outcome>((resolve) => {
    giveUp = resolve;
  });
  // Made when it is needed: nearly every node ends by itself.
  let over: AbortController | undefined;
  const onAbort = (): void => {
    over = new AbortController();
    void services.clock
      .sleep(abortGraceMs, over.signal)
      .then(() => giveUp(fail('cancelled', `'${node.id}' did not stop within ${abortGraceMs} ms`)));
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, abandoned]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    over?.abort('over');
    work.catch(() => {});
  }
}

/** Values that are not JSON are an error of the handler, not of the run (files.md 2). */
function checkedOutcome(outcome: Outcome): Outcome {
  const json: unknown = Object.fromEntries(Object.entries(outcome).filter(([, value]) => value !== undefined));
  if (isJson(json)) return outcome;
  const bad = Object.entries(outcome.contextUpdates).find(([, value]) => !isJson(value))?.[0];
  return fail('internal', `the handler returned a value that is not JSON${bad === undefined ? '' : ` (context update '${bad}')`}`);
}

function fromError(error: unknown, signal: AbortSignal): Report {
  if (signal.aborted) {
    // Money that was spent stays spent.
    const used = error instanceof HandlerError && error.usage !== undefined ? { usage: error.usage } : {};
    return { outcome: fail('cancelled', 'stopped', used) };
  }
  if (error instanceof HandlerError) {
    const extra = {
      ...(error.failedStep === undefined ? {} : { failedStep: error.failedStep }),
      ...(error.scriptCalls === undefined ? {} : { scriptCalls: error.scriptCalls }),
      ...(error.usage === undefined ? {} : { usage: error.usage }),
    };
    return {
      outcome: fail(error.retryable ? 'transient' : 'internal', error.message, extra),
      thrown: { type: error.type, retryable: error.retryable },
      ...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
    };
  }
  const message = error instanceof Error ? error.message : String(error);
  const type = error instanceof Error ? error.name : 'Error';
  return { outcome: fail('internal', message === '' ? type : message), thrown: { type, retryable: isNetworkError(error) } };
}

const networkCodes = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ENOTFOUND',
  'ENETUNREACH',
  'EHOSTUNREACH',
]);

function isNetworkError(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if ('code' in at && typeof at.code === 'string' && networkCodes.has(at.code)) return true;
  }
  return false;
}

/** Why the declared artefact does not count; undefined when it does (engine.md 3.8). */
export function artefactOf(start: MustWriteStart): string | undefined {
  const before = start.before === null ? undefined : parsedStat(start.before);
  return artefactProblem(start.path, before, BigInt(start.startNs));
}

function parsedStat(stat: JsonObject): ArtefactStat {
  const numbers = Object.entries(stat).map(([key, value]) => [key, typeof value === 'string' ? BigInt(value) : value]);
  return Object.fromEntries(numbers) as unknown as ArtefactStat;
}
