import type { OutputLimits } from '../tools/tool.ts';

/** What the model sees of a tool's output: head and tail, by characters first, then by lines (companion 5.1, 5.3). */
export function truncateOutput(text: string, limits: OutputLimits): string {
  return truncateLines(truncateCharacters(text, limits.characters), limits.lines);
}

function truncateCharacters(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const half = Math.floor(limit / 2);
  const head = text.slice(0, half).replace(/[\uD800-\uDBFF]$/, '');
  const tail = text.slice(text.length - half).replace(/^[\uDC00-\uDFFF]/, '');
  return `${head}\n[WARNING: output truncated: ${text.length - head.length - tail.length} characters from the middle are left out; ask for a smaller part to see them]\n${tail}`;
}

function truncateLines(text: string, limit: number | undefined): string {
  if (limit === undefined) return text;
  const lines = text.split('\n');
  if (lines.length <= limit) return text;
  const head = Math.floor(limit / 2);
  const tail = limit - head;
  return [...lines.slice(0, head), `[... ${lines.length - limit} lines left out ...]`, ...lines.slice(-tail)].join('\n');
}
