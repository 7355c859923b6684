import type { SyntaxDiagnostic } from './diagnostic.ts';
import { type Cell, toCells } from './display-width.ts';
import type { SourceFile } from './source.ts';
import { visible } from './visible.ts';

/** The parts of a rendered diagnostic that a caller may style. */
export type DiagnosticPart = 'location' | 'error' | 'warning' | 'info' | 'message' | 'code' | 'source' | 'caret';

export interface RenderOptions {
  /** Widest source line in columns; longer ones are cut around the finding. Default 100: fits beside nothing on most terminals. */
  readonly width?: number;
  /** Adds colour or the like; must not change what the text measures. Default: plain text. */
  readonly style?: (part: DiagnosticPart, text: string) => string;
}

/**
 * A diagnostic for terminals: `file:line:column: error: message [code]`, the source line, a caret line `^~~~` under the range.
 * Control characters in the file's name, message and text come out visible, never raw. The text has no line end at its end.
 */
export function renderDiagnostic(source: SourceFile, diagnostic: SyntaxDiagnostic, options: RenderOptions = {}): string {
  const style = options.style ?? ((_part, text) => text);
  const { severity, message, code, range } = diagnostic;
  const { line, column } = source.positionAt(range.start);
  const head = [
    style('location', `${visible(source.name)}:${line}:${column}:`),
    style(severity, `${severity}:`),
    style('message', visible(message)),
    style('code', `[${visible(code)}]`),
  ].join(' ');
  const excerpt = cutOut(source, line, range, Math.max(20, options.width ?? 100));
  return `${head}\n${style('source', excerpt.text)}\n${excerpt.indent}${style('caret', excerpt.caret)}`;
}

interface Excerpt {
  readonly text: string;
  readonly indent: string;
  readonly caret: string;
}

function cutOut(source: SourceFile, line: number, range: { start: number; end: number }, width: number): Excerpt {
  const whole = source.lineText(line);
  const lineStart = source.lineStarts[line - 1] ?? 0;
  const from = Math.min(range.start - lineStart, whole.length);
  const to = Math.max(from, Math.min(range.end - lineStart, whole.length));
  // Only a neighbourhood of the finding is measured: lines may be megabytes long.
  const near = neighbourhood(whole, from, width);
  const cells = toCells(whole.slice(near.start, near.end));
  const first = Math.max(
    0,
    cells.findLastIndex((cell) => near.start + cell.start <= from),
  );
  const at = from >= near.start + lengthOf(cells) ? cells.length : first;
  const window = chooseWindow(cells, at, width);
  const before = near.start > 0 || window.start > 0 ? '…' : '';
  const after = near.end < whole.length || window.end < cells.length ? '…' : '';
  const shown = cells.slice(window.start, window.end);
  const marked = shown.filter((cell, i) => window.start + i >= at && near.start + cell.start < to);
  return {
    text: before + shown.map((cell) => cell.text).join('') + after,
    indent: ' '.repeat(before.length + widthOf(cells.slice(window.start, at))),
    caret: `^${'~'.repeat(Math.max(0, widthOf(marked) - 1))}`,
  };
}

function neighbourhood(line: string, at: number, width: number): { start: number; end: number } {
  const reach = width * 4; // graphemes are mostly shorter than four code units
  let start = Math.max(0, at - reach);
  let end = Math.min(line.length, at + reach);
  if (isLowSurrogate(line, start)) start--;
  if (isLowSurrogate(line, end)) end++;
  return { start, end };
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return at > 0 && unit >= 0xdc00 && unit < 0xe000;
}

/** The cells to show: all when they fit, else as many as fit with a third of the width before the finding. */
function chooseWindow(cells: readonly Cell[], at: number, width: number): { start: number; end: number } {
  if (widthOf(cells) <= width) return { start: 0, end: cells.length };
  const room = width - 2; // an ellipsis on either side
  let start = at;
  let used = 0;
  const lead = widthOf(cells.slice(0, at)) < room / 2 ? room : Math.floor(room / 3);
  while (start > 0 && used + (cells[start - 1]?.width ?? 0) <= lead) used += cells[--start]?.width ?? 0;
  let end = at;
  while (end < cells.length && used + (cells[end]?.width ?? 0) <= room) used += cells[end++]?.width ?? 0;
  return { start, end };
}

function widthOf(cells: readonly Cell[]): number {
  return cells.reduce((sum, cell) => sum + cell.width, 0);
}

function lengthOf(cells: readonly Cell[]): number {
  const last = cells.at(-1);
  return last === undefined ? 0 : last.start + 1;
}
