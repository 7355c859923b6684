import type { Invocation, Json, JsonObject, ThreadSession } from '@attractor/engine';
import { graphValue } from '@attractor/pipeline';
import type { Continuity } from './fidelity.ts';

/** A thread's session of one backend, with what this node added to it. */
export interface KeptSession extends ThreadSession {
  kept(): { readonly backend: string; readonly value: JsonObject } | undefined;
}

/** What the journal holds of the conversations of one frame that a backend keeps elsewhere: context key `internal.threads`. */
interface KeptThreads {
  /** Run and branch: a branch or child starts with a copy of the context, and its conversations are its own (§8, §9, §11). */
  readonly frame: string;
  /** Thread of the last model node on the path; null when that one was not `full`. */
  readonly last: string | null;
  readonly threads: Readonly<Record<string, Readonly<Record<string, { readonly iteration: number; readonly session: JsonObject }>>>>;
}

const contextKey = 'internal.threads';

/** The session of this node's thread, when it has one: from the thread's exchanges, after a resume from the context. */
export function threadSession(invocation: Invocation, continuity: Continuity, backend: string): KeptSession | undefined {
  const { thread, exchanges } = continuity;
  if (thread === undefined) return undefined;
  let mine: JsonObject | undefined;
  const said = exchanges.findLast((exchange) => exchange.session?.backend === backend)?.session?.value;
  const before = said ?? (exchanges.length === 0 ? storedSession(invocation, thread, backend) : undefined);
  return {
    get value() {
      // A second call of the same node goes on where the first one was.
      return mine ?? before;
    },
    keep(value) {
      mine = value;
    },
    kept: () => (mine === undefined ? undefined : { backend, value: mine }),
  };
}

function storedSession(invocation: Invocation, thread: string, backend: string): JsonObject | undefined {
  const threads = keptThreads(invocation)?.threads;
  const entry = threads !== undefined && Object.hasOwn(threads, thread) ? threads[thread]?.[backend] : undefined;
  if (entry === undefined) return undefined;
  const forgotten = graphValue(invocation.graph, 'thread_reset') && entry.iteration !== invocation.iteration;
  return forgotten ? undefined : entry.session;
}

/** What the context holds for this frame. Nothing has run yet in a new one, whatever an earlier of that name left. */
export function keptThreads(invocation: Invocation): KeptThreads | undefined {
  const value: Json | undefined = invocation.context.get(contextKey);
  if (typeof value !== 'object' || value === null || Array.isArray(value) || invocation.frameSteps === 0) return undefined;
  const kept = value as unknown as KeptThreads;
  return kept.frame === frameOf(invocation) ? kept : undefined;
}

/** The context update of a model node; nothing as long as no backend keeps a session. */
export function keptUpdates(invocation: Invocation, { thread }: Continuity, session: KeptSession | undefined): JsonObject | undefined {
  const before = keptThreads(invocation);
  const mine = session?.kept();
  if (mine === undefined && before === undefined) return undefined;
  const old = before?.threads ?? {};
  const added =
    thread === undefined || mine === undefined
      ? {}
      : { [thread]: { ...own(old, thread), [mine.backend]: { iteration: invocation.iteration, session: mine.value } } };
  const next: KeptThreads = { frame: frameOf(invocation), last: thread ?? null, threads: { ...old, ...added } };
  return { [contextKey]: next as unknown as Json };
}

function own<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function frameOf({ runId, branch }: Invocation): string {
  return `${runId}|${branch}`;
}
