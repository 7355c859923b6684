import { durationText } from '../terminal/duration.ts';
import type { Io } from '../terminal/io.ts';
import { padStart, truncate } from '../terminal/width.ts';
import type { Progress } from './progress.ts';
import { type Line, newRunState, takeEvent } from './run-state.ts';

const heartbeatMs = 30_000;
/** A line stays a line: a whole stack trace is in the run directory. */
const textColumns = 160;

/** One line per finished node, without control sequences; a sign of life every 30 s for logs that only see lines. */
export function plainProgress(io: Io, monotonic: () => number = () => performance.now()): Progress {
  const state = newRunState();
  const startedAt = monotonic();
  const write = (text: string): void => io.err(`${padStart(durationText(monotonic() - startedAt), 7)}  ${text}`);
  const timer = setInterval(() => {
    for (const node of state.running.values())
      write(`running  ${node.label}  ${durationText(monotonic() - node.startedAt)}${node.note === '' ? '' : `  ${node.note}`}`);
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

function plainLine(line: Line): string {
  if (line.kind === 'note') return line.tone === 'warning' ? `warning: ${line.text}` : line.text;
  const time = line.durationMs === undefined ? '' : `  ${durationText(line.durationMs)}`;
  const text = line.text === '' || line.text === line.status ? '' : `  ${truncate(line.text, textColumns)}`;
  return `${line.status}  ${line.label}${time}${text}`;
}
