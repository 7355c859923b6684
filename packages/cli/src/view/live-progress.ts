import type { RunEvent } from '@attractor/engine';
import type { Style } from '../terminal/style.ts';
import { displayWidth } from '../terminal/width.ts';
import { finishedLines, liveLines, type Size } from './frame.ts';
import type { Progress } from './progress.ts';
import { newRunState, takeEvent } from './run-state.ts';

/** What the live view needs of a terminal; `process.stderr` is one. */
export interface Screen {
  readonly columns?: number;
  readonly rows?: number;
  write(text: string): unknown;
  on(event: 'resize', listener: () => void): unknown;
  off(event: 'resize', listener: () => void): unknown;
}

const frameMs = 100;
const escape = '\u001b[';
// Terminals that know synchronized output (mode 2026) show a frame whole; the others ignore it.
const beginFrame = `${escape}?2026h`;
const endFrame = `${escape}?2026l`;
const hideCursor = `${escape}?25l`;
const showCursor = `${escape}?25h`;
const escapes = new RegExp(`${escape.replace('[', '\\[')}[0-9;]*m`, 'g');

/** Redraws in place: finished lines scroll away above, running nodes and the path stay below. One write a frame, nothing when nothing changed. */
export function liveProgress(screen: Screen, style: Style, monotonic: () => number = () => performance.now()): Progress {
  const state = newRunState();
  const startedAt = monotonic();
  let drawn: readonly string[] = [];
  let waiting: string[] = [];
  let paused = false;
  let stopped = false;

  const size = (): Size => ({ columns: known(screen.columns, 80), rows: known(screen.rows, 24) });
  /** Moves to the first redrawn line; lines that a narrower window has wrapped count with their rows. */
  const rewind = (): string => {
    const { columns } = size();
    let rows = 0;
    for (const line of drawn) rows += Math.max(1, Math.ceil(displayWidth(line.replace(escapes, '')) / columns));
    return rows === 0 ? '' : `${escape}${rows}A\r${escape}0J`;
  };
  const draw = (): void => {
    if (stopped || paused) return;
    const next = liveLines(state, monotonic(), startedAt, size(), style);
    if (waiting.length === 0 && next.length === drawn.length && next.every((line, i) => line === drawn[i])) return;
    const keep = waiting.length === 0 && next.length === drawn.length;
    const body = keep ? patch(drawn, next) : rewind() + [...waiting, ...next].map((line) => `${line}\n`).join('');
    screen.write(beginFrame + hideCursor + body + endFrame);
    waiting = [];
    drawn = next;
  };
  const clear = (): void => {
    const lines = waiting.map((line) => `${line}\n`).join('');
    screen.write(beginFrame + rewind() + lines + showCursor + endFrame);
    waiting = [];
    drawn = [];
  };
  const onResize = (): void => {
    if (stopped || paused) return;
    clear();
    draw();
  };
  const timer = setInterval(draw, frameMs);
  timer.unref();
  screen.on('resize', onResize);
  // A process that ends without `stop` must not leave the terminal without its cursor.
  const onExit = (): void => clear();
  process.on('exit', onExit);
  return {
    event(event: RunEvent) {
      for (const line of takeEvent(state, event, monotonic())) waiting.push(...finishedLines(line, size().columns, style));
    },
    line(text) {
      waiting.push(text);
    },
    pause() {
      if (paused || stopped) return;
      clear();
      paused = true;
    },
    resume() {
      paused = false;
      draw();
    },
    stop() {
      if (stopped) return;
      clear();
      stopped = true;
      clearInterval(timer);
      screen.off('resize', onResize);
      process.off('exit', onExit);
    },
  };
}

/** A terminal that was never told its size says 0. */
function known(size: number | undefined, otherwise: number): number {
  return size === undefined || size <= 0 ? otherwise : size;
}

/** Rewrites only the lines that changed: no line is ever blank between two frames. */
function patch(before: readonly string[], after: readonly string[]): string {
  const body = after.map((line, i) => (line === before[i] ? '' : `\r${line}${escape}0K`)).join('\n');
  return `${escape}${before.length}A${body}\n`;
}
