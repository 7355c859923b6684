import { applyEdits, type SourceFile, type TextEdit } from '@attractor/dot';
import { manyLines, oneLine } from '../terminal/sanitize.ts';
import type { Style } from '../terminal/style.ts';

/** Lines that are replaced, by their index from 0; both lists hold lines with their ends. */
interface Change {
  readonly start: number;
  readonly removed: string[];
  readonly added: string[];
}

const context = 3;

/** What edits, in order and apart, change in a text: a unified diff, empty when they change nothing. Linear: the edits say where to look. */
export function unifiedDiff(source: SourceFile, edits: readonly TextEdit[], style: Style): string {
  const lines = linesOf(source.text);
  const changes = changesOf(source.text, lines, edits);
  if (changes.length === 0) return '';
  const name = oneLine(source.name);
  const parts = [style.bold(`--- ${name}`), style.bold(`+++ ${name}`)];
  let shift = 0; // lines that earlier hunks added
  for (const hunk of hunksOf(changes)) {
    const first = Math.max(0, (hunk[0]?.start ?? 0) - context);
    const body: string[] = [];
    let at = first;
    let added = 0;
    const keep = (end: number): void => {
      for (; at < end; at++) body.push(shown(' ', lines[at] ?? ''));
    };
    for (const change of hunk) {
      keep(change.start);
      body.push(...change.removed.map((line) => style.red(shown('-', line))), ...change.added.map((line) => style.green(shown('+', line))));
      at += change.removed.length;
      added += change.added.length - change.removed.length;
    }
    keep(Math.min(lines.length, at + context));
    parts.push(style.cyan(`@@ -${span(first, at - first)} +${span(first + shift, at - first + added)} @@`), ...body);
    shift += added;
  }
  return `${parts.join('\n')}\n`;
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}

/** The whole lines that edits change. */
function changesOf(text: string, lines: readonly string[], edits: readonly TextEdit[]): Change[] {
  const changes: Change[] = [];
  let line = 0;
  let lineStart = 0;
  for (let next = 0; next < edits.length; ) {
    while (line < lines.length - 1 && lineStart + (lines[line]?.length ?? 0) <= (edits[next]?.range.start ?? 0))
      lineStart += lines[line++]?.length ?? 0;
    let last = line;
    let end = lineStart + (lines[line]?.length ?? 0);
    const inside: TextEdit[] = [];
    for (let edit = edits[next]; edit !== undefined && (edit.range.start < end || end === text.length); edit = edits[++next]) {
      while (end <= edit.range.end && last < lines.length - 1) end += lines[++last]?.length ?? 0;
      inside.push({ range: { start: edit.range.start - lineStart, end: edit.range.end - lineStart }, text: edit.text });
    }
    addChange(changes, trimmed(line, lines.slice(line, last + 1), linesOf(applyEdits(text.slice(lineStart, end), inside))));
    line = last + 1;
    lineStart = end;
  }
  return changes;
}

/** Changes of lines that touch are one. */
function addChange(changes: Change[], { start, removed, added }: Change): void {
  const last = changes.at(-1);
  if (removed.length + added.length === 0) return;
  if (last === undefined || last.start + last.removed.length < start) {
    changes.push({ start, removed, added });
    return;
  }
  for (const line of removed) last.removed.push(line);
  for (const line of added) last.added.push(line);
}

/** Without the lines at either end that come out as they were. */
function trimmed(start: number, removed: string[], added: string[]): Change {
  const shorter = Math.min(removed.length, added.length);
  let head = 0;
  while (head < shorter && removed[head] === added[head]) head++;
  let tail = 0;
  while (tail < shorter - head && removed.at(-1 - tail) === added.at(-1 - tail)) tail++;
  return { start: start + head, removed: removed.slice(head, removed.length - tail), added: added.slice(head, added.length - tail) };
}

/** Changes whose surroundings meet share a hunk. */
function hunksOf(changes: readonly Change[]): Change[][] {
  const hunks: Change[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const change of changes) {
    if (change.start - end > 2 * context) hunks.push([change]);
    else hunks.at(-1)?.push(change);
    end = change.start + change.removed.length;
  }
  return hunks;
}

function span(first: number, count: number): string {
  return `${count === 0 ? first : first + 1},${count}`;
}

function shown(sign: string, line: string): string {
  const text = manyLines(line.replace(/\r?\n$/, ''));
  return line.endsWith('\n') ? sign + text : `${sign}${text}\n\\ No newline at end of file`;
}
