import { durationText, moneyText } from '../terminal/duration.ts';
import { type Style, statusColour, statusSign } from '../terminal/style.ts';
import { displayWidth, padEnd, padStart, truncate, truncateStart } from '../terminal/width.ts';
import type { Line, RunState } from './run-state.ts';

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

const spinner = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏';
const timeColumns = 7;

/** Columns for node labels: a stable width, so that times line up from the first line to the last. */
function labelColumns(columns: number): number {
  return Math.max(6, Math.min(36, Math.floor(columns * 0.4)));
}

/** A finished node or a remark as one terminal line, never wider than the screen. */
export function finishedLine(line: Line, columns: number, style: Style): string {
  const room = columns - 1;
  if (line.kind === 'note') {
    const sign = { plain: '·', warning: '!', retry: '↻' }[line.tone];
    const text = truncate(`  ${sign} ${line.text}`, room);
    return line.tone === 'plain' ? style.dim(text) : style.yellow(text);
  }
  const colour = statusColour(style, line.status);
  const width = labelColumns(columns);
  const time = line.durationMs === undefined ? '' : durationText(line.durationMs);
  const label = padEnd(truncate(line.label, width), width);
  const rest = room - 4 - width;
  if (rest < timeColumns) return colour(truncate(`  ${statusSign(line.status)} ${line.label}`, room));
  const text = truncate(line.text, rest - timeColumns - 2);
  return `  ${colour(statusSign(line.status))} ${label}${style.dim(padStart(time, timeColumns))}${text === '' ? '' : `  ${colour(text)}`}`;
}

/** The part of the screen that is redrawn: a line per running node, then the path taken with the totals. */
export function liveLines(state: RunState, now: number, startedAt: number, size: Size, style: Style): string[] {
  const room = size.columns - 1;
  const spin = spinner[Math.floor(now / 100) % spinner.length] ?? '';
  const limit = Math.max(1, Math.min(size.rows - 3, 12));
  const running = [...state.running.values()];
  const lines = running.slice(0, limit).map((node) => runningLine(node, now, spin, size.columns, style));
  if (running.length > limit) lines.push(style.dim(truncate(`    and ${running.length - limit} more`, room)));
  lines.push(style.dim(pathLine(state, now - startedAt, room)));
  return lines;
}

function runningLine(
  node: { readonly label: string; readonly startedAt: number; readonly note: string },
  now: number,
  spin: string,
  columns: number,
  style: Style,
): string {
  const room = columns - 1;
  const width = labelColumns(columns);
  const rest = room - 4 - width;
  if (rest < timeColumns) return style.cyan(truncate(`  ${spin} ${node.label}`, room));
  const label = padEnd(truncate(node.label, width), width);
  const text = truncate(node.note, rest - timeColumns - 2);
  const time = padStart(durationText(now - node.startedAt), timeColumns);
  return `  ${style.cyan(spin)} ${style.bold(label)}${time}${text === '' ? '' : `  ${style.dim(text)}`}`;
}

function pathLine(state: RunState, elapsed: number, room: number): string {
  const facts = [
    durationText(elapsed),
    `${state.steps} ${state.steps === 1 ? 'step' : 'steps'}`,
    ...(state.iteration > 0 ? [`iteration ${state.iteration}`] : []),
    ...(state.costUsd > 0 ? [moneyText(state.costUsd)] : []),
  ].join(' · ');
  const left = room - 2 - displayWidth(facts) - 3;
  if (left < 8) return truncate(`  ${facts}`, room);
  const path = truncateStart(state.path.join(' › '), left);
  return path === '' ? `  ${facts}` : `  ${path}   ${facts}`;
}
