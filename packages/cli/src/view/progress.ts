import type { RunEvent } from '@attractor/engine';
import type { Io } from '../terminal/io.ts';
import { liveProgress } from './live-progress.ts';
import { plainProgress } from './plain-progress.ts';

/** Shows a run while it executes, on stderr. */
export interface Progress {
  event(event: RunEvent): void;
  /** A line of somebody else, above what is redrawn. */
  line(text: string): void;
  /** Hides what is redrawn, e.g. while a question owns the screen; `event` goes on collecting. */
  pause(): void;
  resume(): void;
  /** Takes the redrawn part away for good. */
  stop(): void;
}

const silent: Progress = { event: () => {}, line: () => {}, pause: () => {}, resume: () => {}, stop: () => {} };

/** The view that fits: nothing with --quiet, redrawn on a terminal, plain lines elsewhere (files.md 5). */
export function progress(io: Io, quiet: boolean): Progress {
  if (quiet) return silent;
  return io.live ? liveProgress(process.stderr, io.stderrStyle) : plainProgress(io);
}
