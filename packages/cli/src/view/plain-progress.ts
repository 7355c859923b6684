import { durationText } from '../terminal/duration.ts';
import type { Io } from '../terminal/io.ts';
import { padStart, truncate } from '../terminal/width.ts';
import { runningWorkText } from './model-work.ts';
import type { Progress } from './progress.ts';
import { type Line, newRunState, type RunningNode, takeEvent } from './run-state.ts';
import { spentText } from './spent.ts';
import { totalOf } from './totals.ts';

const heartbeatMs = 30_000;
/** A line stays a line: a whole stack trace is in the run directory. */
const textColumns = 160;

/** One line per finished node, without control sequences; a sign of life every 30 s for logs that only see lines. */
export function plainProgress(io: Io, monotonic: () => number = () => performance.now()): Progress {
  const state = newRunState();
  const startedAt = monotonic();
  const write = (text: string): void => io.err(`${padStart(durationText(monotonic() - startedAt), 7)}  ${text}`);
  const timer = setInterval(() => {
    for (const node of state.running.values()) write(runningLine(node, monotonic()));
    const total = spentText(totalOf(state.totals));
    if (total !== '') write(`so far  ${total}`);
  }, heartbeatMs);
  timer.unref();
  return {
    event: (event) => {
      for (const line of takeEvent(state, event, monotonic())) write(plainLine(line));
    },
    line: (text) => io.err(text),
    pause: () => {},
    resume: () => {},
    stop: () => clearInterval(timer),
  };
}

function runningLine(node: RunningNode, now: number): string {
  const parts = [node.label, durationText(now - node.startedAt), truncate(node.note, textColumns)];
  return ['running', ...parts, node.work === undefined ? '' : runningWorkText(node.work)].filter((part) => part !== '').join('  ');
}

function plainLine(line: Line): string {
  if (line.kind === 'note') return line.tone === 'warning' ? `warning: ${line.text}` : line.text;
  const time = line.durationMs === undefined ? '' : `  ${durationText(line.durationMs)}`;
  const text = line.text === '' || line.text === line.status ? '' : `  ${truncate(line.text, textColumns)}`;
  return `${line.status}  ${line.label}${time}${text}${line.detail === '' ? '' : `  ${line.detail}`}`;
}
