import { durationText } from '../terminal/duration.ts';
import { type Style, statusColour, statusSign } from '../terminal/style.ts';
import { displayWidth, padEnd, padStart, truncate, truncateStart } from '../terminal/width.ts';
import { runningWorkText } from './model-work.ts';
import type { Line, RunningNode, RunState } from './run-state.ts';
import { costText, isSpent, tokensText } from './spent.ts';
import { totalOf } from './totals.ts';

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

const spinner = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏';
const timeColumns = 7;
/** Below this a finished node's use of its model says nothing. */
const leastDetail = 8;
const leastRowsForTotals = 6;
const leastColumnsForTwoRows = 40;
const mostWarningRows = 6;
/** Rows for running nodes at most. */
const mostRows = 12;

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
  const left = rest - timeColumns - 2 - displayWidth(text) - (text === '' ? 0 : 2);
  const detail = left < leastDetail ? '' : truncate(line.detail, left);
  const words = [text === '' ? '' : colour(text), detail === '' ? '' : style.dim(detail)].filter((word) => word !== '').join('  ');
  return `  ${colour(statusSign(line.status))} ${label}${style.dim(padStart(time, timeColumns))}${words === '' ? '' : `  ${words}`}`;
}

/** What a line takes on the screen: warnings say what to do, and get the rows they need. */
export function finishedLines(line: Line, columns: number, style: Style): string[] {
  if (line.kind !== 'note' || line.tone !== 'warning') return [finishedLine(line, columns, style)];
  const rows = wrap(line.text, columns - 5);
  return rows.map((text, i) => style.yellow(truncate(`  ${i === 0 ? '!' : ' '} ${text}`, columns - 1)));
}

/** Words on rows; a word that is longer than a row is cut where it is shown. */
function wrap(text: string, width: number): string[] {
  const rows: string[] = [];
  for (const word of text.split(' ')) {
    const last = rows.at(-1);
    if (last !== undefined && displayWidth(last) + 1 + displayWidth(word) <= width) rows[rows.length - 1] = `${last} ${word}`;
    else rows.push(word);
  }
  return rows.length <= mostWarningRows ? rows : [...rows.slice(0, mostWarningRows - 1), rows.slice(mostWarningRows - 1).join(' ')];
}

/** The part of the screen that is redrawn: the totals, running nodes with what their models do, then the path taken. */
export function liveLines(state: RunState, now: number, startedAt: number, size: Size, style: Style): string[] {
  const room = size.columns - 1;
  const spin = spinner[Math.floor(now / 100) % spinner.length] ?? '';
  const tall = size.rows >= leastRowsForTotals;
  const limit = Math.max(1, Math.min(size.rows - (tall ? 4 : 3), mostRows));
  const running = [...state.running.values()];
  // Models get a second row while there is room for all of them.
  const working = running.filter((node) => node.work !== undefined).length;
  const twoRows = size.columns >= leastColumnsForTwoRows && running.length + working <= limit;
  const lines = tall ? [style.dim(truncate(`  ${factsText(state, now - startedAt)}`, room))] : [];
  for (const node of running.slice(0, limit)) lines.push(...runningLines(node, now, spin, size.columns, twoRows, style));
  if (running.length > limit) lines.push(style.dim(truncate(`    and ${running.length - limit} more`, room)));
  const path = pathLine(state, room);
  if (!tall) lines.push(style.dim(truncate(`  ${factsText(state, now - startedAt)}`, room)));
  else if (path !== '') lines.push(style.dim(path));
  return lines;
}

function runningLines(node: RunningNode, now: number, spin: string, columns: number, twoRows: boolean, style: Style): string[] {
  const room = columns - 1;
  const width = labelColumns(columns);
  const rest = room - 4 - width;
  if (rest < timeColumns) return [style.cyan(truncate(`  ${spin} ${node.label}`, room))];
  const label = padEnd(truncate(node.label, width), width);
  const work = node.work === undefined ? '' : runningWorkText(node.work);
  const words = twoRows ? node.note : [node.note, work].filter((word) => word !== '').join(' · ');
  const text = truncate(words, rest - timeColumns - 2);
  const time = padStart(durationText(now - node.startedAt), timeColumns);
  const first = `  ${style.cyan(spin)} ${style.bold(label)}${time}${text === '' ? '' : `  ${style.dim(text)}`}`;
  return work === '' || !twoRows ? [first] : [first, style.dim(truncate(`    ${work}`, room))];
}

/** `1m02s · 5 steps · 48.1k in (31.0k cached) · 6.2k out · $0.1812`. */
function factsText(state: RunState, elapsed: number): string {
  const total = totalOf(state.totals);
  const cached = total.cached > 0 ? ` (${tokensText(total.cached)} cached)` : '';
  return [
    durationText(elapsed),
    `${state.steps} ${state.steps === 1 ? 'step' : 'steps'}`,
    ...(state.iteration > 0 ? [`iteration ${state.iteration}`] : []),
    ...(total.input + total.output > 0 ? [`${tokensText(total.input)} in${cached}`, `${tokensText(total.output)} out`] : []),
    ...(isSpent(total) ? [costText(total)] : []),
  ].join(' · ');
}

function pathLine(state: RunState, room: number): string {
  const path = truncateStart(state.path.join(' › '), room - 2);
  return path === '' ? '' : `  ${path}`;
}
