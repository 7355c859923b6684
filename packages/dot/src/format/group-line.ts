import type { Subgraph } from '../syntax.ts';
import { flow, flowToBrace } from './flow.ts';
import { isComment } from './pieces.ts';
import type { Writer } from './writer.ts';

/** Whether a group is one for a line, such as `{ rank=same; a; b }`: without name, comments, blank lines and attribute blocks. */
export function isOneLineGroup({ pieces, at }: Writer, { id, body, range }: Subgraph): boolean {
  if (id !== undefined || body.length === 0) return false;
  if (!body.every((each) => each.kind === 'assignment' || (each.kind === 'node' && each.attributes.length === 0))) return false;
  let next = 1; // the statement that is still to begin
  for (let i = at; i < pieces.length; i++) {
    const piece = pieces[i];
    if (piece === undefined || piece.end > range.end) break;
    if (piece.start < range.start) continue;
    if (piece.lines || isComment(piece)) return false;
    if (piece.start === body[next]?.range.start) {
      if (piece.blank) return false;
      next++;
    }
    if (piece.kind === '+' && (piece.breaks || piece.ends)) return false;
  }
  return true;
}

/** Writes `{ a; b }`. */
export function writeGroupLine(writer: Writer, { body, range }: Subgraph, gap: string, level: number): void {
  flowToBrace(writer, gap, level + 2);
  body.forEach((statement, index) => {
    flow(writer, index === 0 ? ' ' : '; ', statement.range.end, level + 2);
  });
  flow(writer, ' ', range.end, level + 2);
}
