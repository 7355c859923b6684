import type { Io } from '../terminal/io.ts';

const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
type Signal = keyof typeof exitCodes;

/** A second Ctrl-C within this time leaves at once (engine.md 13). */
const impatienceMs = 2000;

export interface Cancellation {
  readonly signal: AbortSignal;
  /** Exit code of the signal that came, if one did. */
  exitCode(): number | undefined;
  dispose(): void;
}

/** Turns SIGINT, SIGTERM and SIGHUP into an abort, once; the run then checkpoints and ends `cancelled`. */
export function cancelOnSignals(io: Io, say: (text: string) => void): Cancellation {
  const controller = new AbortController();
  let received: Signal | undefined;
  let lastInterrupt = Number.NEGATIVE_INFINITY;
  const listener = (signal: Signal): void => {
    const now = performance.now();
    if (signal === 'SIGINT') {
      if (now - lastInterrupt <= impatienceMs) process.exit(exitCodes.SIGINT);
      lastInterrupt = now;
    }
    if (received !== undefined) return;
    received = signal;
    say(
      io.stderrStyle.yellow(
        `${signal}: stopping; the run can be resumed${signal === 'SIGINT' ? ' (again within 2 s: leave at once)' : ''}`,
      ),
    );
    controller.abort(new Error(`interrupted by ${signal}`));
  };
  const signals = Object.keys(exitCodes) as Signal[];
  for (const signal of signals) process.on(signal, listener);
  return {
    signal: controller.signal,
    exitCode: () => (received === undefined ? undefined : exitCodes[received]),
    dispose: () => {
      for (const signal of signals) process.off(signal, listener);
    },
  };
}
