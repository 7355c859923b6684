import type { Exchange, Invocation } from '@attractor/engine';

/** What one frame (a run, a branch or a child) remembers of its conversations. */
interface FrameThreads {
  readonly exchanges: Map<string, { readonly iteration: number; readonly exchange: Exchange }[]>;
  /** Thread of the last model node on the path; undefined when that one was not `full`. */
  last: string | undefined;
}

/**
 * Conversations of `full` nodes, by frame and thread (backends.md 3). Held in memory only: after a resume it is empty, and
 * `isCold` says so once, so that the first `full` node is told the run as `summary:high` instead (engine.md 14).
 */
export interface ThreadStore {
  /** True for the first model node of a frame that this store has not seen although model nodes ran in it before. */
  isCold(invocation: Invocation, ranBefore: boolean): boolean;
  lastThread(invocation: Invocation): string | undefined;
  exchanges(invocation: Invocation, thread: string, resetAtRestart: boolean): readonly Exchange[];
  /** Remembers a finished call; `thread` undefined for a node that is not `full`. */
  record(invocation: Invocation, thread: string | undefined, exchange: Exchange): void;
  /** Forgets all frames of a run. */
  forget(runId: string): void;
}

export function createThreadStore(): ThreadStore {
  const runs = new Map<string, Map<string, FrameThreads>>();

  function frameOf({ runId, branch, frameSteps }: Invocation): FrameThreads {
    const frames = runs.get(runId) ?? new Map<string, FrameThreads>();
    runs.set(runId, frames);
    let frame = frames.get(branch);
    // Nothing has run yet: a frame of that name from an earlier visit of its component is another one (§8, §9, §13).
    if (frame === undefined || frameSteps === 0) {
      frame = { exchanges: new Map(), last: undefined };
      frames.set(branch, frame);
    }
    return frame;
  }

  return {
    isCold: ({ runId, branch }, ranBefore) => ranBefore && runs.get(runId)?.get(branch) === undefined,
    lastThread: (invocation) => frameOf(invocation).last,
    exchanges(invocation, thread, resetAtRestart) {
      const all = frameOf(invocation).exchanges.get(thread) ?? [];
      const kept = resetAtRestart ? all.filter((entry) => entry.iteration === invocation.iteration) : all;
      return kept.map((entry) => entry.exchange);
    },
    record(invocation, thread, exchange) {
      const frame = runs.get(invocation.runId)?.get(invocation.branch) ?? frameOf(invocation);
      frame.last = thread;
      if (thread === undefined) return;
      const list = frame.exchanges.get(thread) ?? [];
      frame.exchanges.set(thread, list);
      list.push({ iteration: invocation.iteration, exchange });
    },
    forget: (runId) => void runs.delete(runId),
  };
}
