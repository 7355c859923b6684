import type { TextEdit as SourceEdit, Range as SourceRange } from '@attractor/dot';
import type { Position, Range, TextEdit } from 'vscode-languageserver/node';
import type { Snapshot } from '../document/snapshot.ts';

/** Lines from 0 and UTF-16 code units, as every client of the protocol understands them. */
export function toPosition({ source }: Snapshot, offset: number): Position {
  const at = Math.max(0, Math.min(offset, source.text.length));
  const line = source.lineAt(at) - 1;
  return { line, character: at - (source.lineStarts[line] ?? 0) };
}

export function toRange(snapshot: Snapshot, { start, end }: SourceRange): Range {
  return { start: toPosition(snapshot, start), end: toPosition(snapshot, Math.max(start, end)) };
}

/** The offset of a position; one behind the end of a line is that end, one behind the last line the end of the text. */
export function toOffset({ source }: Snapshot, { line, character }: Position): number {
  const start = source.lineStarts[line];
  if (start === undefined) return line < 0 ? 0 : source.text.length;
  return start + Math.max(0, Math.min(character, source.lineText(line + 1).length));
}

export function toSourceRange(snapshot: Snapshot, { start, end }: Range): SourceRange {
  return { start: toOffset(snapshot, start), end: toOffset(snapshot, end) };
}

export function toEdits(snapshot: Snapshot, edits: readonly SourceEdit[]): TextEdit[] {
  return edits.map(({ range, text }) => ({ range: toRange(snapshot, range), newText: text }));
}
