import { structuredPatch } from 'diff';

/** Texts that differ by more lines are shown as one block: looking for the shortest difference would cost their product. */
const mostEdits = 400;

/** A unified diff of two texts, as lines, cut at `limit` lines; empty when they are equal. */
export function unifiedDiff(expected: readonly string[], asked: readonly string[], limit: number): string[] {
  const hunks = hunksOf(expected, asked);
  if (hunks.length === 0) return [];
  const lines = ['--- expected (recorded)', '+++ asked (now)', ...hunks].map(shortLine);
  return lines.length <= limit ? lines : [...lines.slice(0, limit - 1), `... ${lines.length - limit + 1} more lines`];
}

function hunksOf(expected: readonly string[], asked: readonly string[]): string[] {
  const options = { context: 3, maxEditLength: mostEdits };
  const patch = structuredPatch('', '', textOf(expected), textOf(asked), '', '', options);
  if (patch === undefined)
    return [`@@ -1,${expected.length} +1,${asked.length} @@`, ...expected.map((line) => `-${line}`), ...asked.map((line) => `+${line}`)];
  return patch.hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
    ...lines,
  ]);
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

function shortLine(line: string): string {
  return line.length <= 300 ? line : `${line.slice(0, 200)} [...] ${line.slice(-90)}`;
}
