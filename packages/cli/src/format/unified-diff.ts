import { structuredPatch } from 'diff';
import { manyLines, oneLine } from '../terminal/sanitize.ts';
import type { Style } from '../terminal/style.ts';

/** Files that differ by more lines are shown as replaced whole: looking for the shortest difference would take too long. */
const mostEdits = 1000;

/** A unified diff of a file's two texts, in the form that `patch` takes; empty when they are equal. */
export function unifiedDiff(file: string, before: string, after: string, style: Style): string {
  const name = oneLine(file);
  const options = { context: 3, maxEditLength: mostEdits };
  const hunks = structuredPatch('', '', before, after, '', '', options)?.hunks ?? wholeFile(before, after);
  if (hunks.length === 0) return '';
  const lines = hunks.flatMap((hunk) => [
    style.cyan(`@@ -${span(hunk.oldStart, hunk.oldLines)} +${span(hunk.newStart, hunk.newLines)} @@`),
    ...hunk.lines.map((line) => painted(line, style)),
  ]);
  return `${[style.bold(`--- ${name}`), style.bold(`+++ ${name}`), ...lines].join('\n')}\n`;
}

/** Every line removed, every line added. */
function wholeFile(before: string, after: string) {
  const part = (text: string, other: string) => structuredPatch('', '', text, other, '', '').hunks;
  const [removed, added] = [part(before, ''), part('', after)];
  const lines = [...removed, ...added].flatMap((hunk) => hunk.lines);
  return [{ oldStart: 1, oldLines: removed[0]?.oldLines ?? 0, newStart: 1, newLines: added[0]?.newLines ?? 0, lines }];
}

/** A side without lines is named by the line before it. */
function span(start: number, lines: number): string {
  return `${lines === 0 ? start - 1 : start},${lines}`;
}

function painted(line: string, style: Style): string {
  const text = `${line.slice(0, 1)}${manyLines(line.slice(1).replace(/\r$/, ''))}`;
  return line.startsWith('-') ? style.red(text) : line.startsWith('+') ? style.green(text) : text;
}
