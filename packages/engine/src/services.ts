import type { CodergenBackend } from './backend.ts';
import type { RunEvent } from './event.ts';
import type { Handler } from './handler.ts';
import type { Interviewer } from './interviewer.ts';

/** Time, replaceable in tests. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds on a clock that never goes back. */
  monotonic(): number;
  /** Resolves after `ms`, or at once (without error) when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export type EventSink = (event: RunEvent) => void;

/** Runs on every way out of a run, 5 s each; may write files, never changes the result (engine.md 2). */
export interface Finalizer {
  readonly name: string;
  run(signal: AbortSignal): Promise<void>;
}

export interface HandlerRegistry {
  /** The last registration of a type wins. */
  register(type: string, handler: Handler): void;
  resolve(type: string): Handler;
}

export interface BackendRegistry {
  register(name: string, backend: CodergenBackend): void;
  get(name: string): CodergenBackend | undefined;
  names(): readonly string[];
}

/** Everything that is not the engine's own thinking (engine.md 15). */
export interface Services {
  readonly handlers: HandlerRegistry;
  readonly backends: BackendRegistry;
  /** The backend that a node without a choice of its own gets; a forced one replaces every choice. */
  readonly backend: { readonly default: string; readonly forced?: string };
  readonly interviewer: Interviewer;
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  random(): number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly sinks: readonly EventSink[];
  readonly finalizers: readonly Finalizer[];
}
