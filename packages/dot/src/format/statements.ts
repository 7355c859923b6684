import type { Digraph, EdgeStatement, NodeRef, Statement, Subgraph } from '../syntax.ts';
import { writeAttributes } from './attributes.ts';
import { boundary } from './boundary.ts';
import { flow, flowToBrace, gapWithin } from './flow.ts';
import { isOneLineGroup, writeGroupLine } from './group-line.ts';
import { isComment } from './pieces.ts';
import { backTo, lineWidth, mark, newLine, put, type Writer } from './writer.ts';

/** A block whose closing brace is still to be written; blocks nest on an explicit stack, so that depth costs no call stack. */
interface Block {
  readonly body: readonly Statement[];
  /** Indentation of its statements. */
  readonly level: number;
  /** The edge that goes on behind the block, at its end of this index. */
  readonly edge?: { readonly statement: EdgeStatement; readonly next: number };
  next: number;
}

interface Layout {
  readonly writer: Writer;
  readonly blocks: Block[];
}

/** Writes a graph with all comments around it; answers the gap before the end of the file. */
export function writeGraph(writer: Writer, graph: Digraph): string {
  const layout: Layout = { writer, blocks: [] };
  flowToBrace(writer, boundary(writer, { level: 0, opened: true }), 2);
  layout.blocks.push({ body: graph.body, level: 1, next: 0 });
  for (let block = layout.blocks.at(-1); block !== undefined; block = layout.blocks.at(-1)) {
    const statement = block.body[block.next];
    if (statement === undefined) closeBlock(layout, block);
    else {
      const gap = boundary(writer, { level: block.level, opened: block.next === 0, unit: true });
      block.next++;
      writeStatement(layout, statement, gap, block.level);
    }
  }
  return boundary(writer, { level: 0, closes: 0, unit: true });
}

function closeBlock(layout: Layout, { body, level, edge }: Block): void {
  const { writer, blocks } = layout;
  blocks.pop();
  const empty = body.length === 0 && writer.pieces[writer.at]?.kind === '}';
  put(writer, empty ? '' : boundary(writer, { level, opened: body.length === 0, closes: level - 1, unit: true }));
  if (edge !== undefined) writeEnds(layout, edge.statement, edge.next, '', level - 1);
}

function writeStatement(layout: Layout, statement: Statement, gap: string, level: number): void {
  const { writer } = layout;
  switch (statement.kind) {
    case 'node':
      flow(writer, gap, statement.node.range.end, level + 2);
      writeAttributes(writer, statement.attributes, statement.range.end, level);
      return;
    case 'defaults':
      put(writer, gap);
      writeAttributes(writer, statement.attributes, statement.range.end, level);
      return;
    case 'assignment':
      flow(writer, gap, statement.range.end, level + 2);
      return;
    case 'edge':
      writeEnds(layout, statement, 0, gap, level);
      return;
    case 'subgraph':
      if (!fitsLine(writer, gap, (at) => writeGroup(writer, statement, at, level))) openGroup(layout, statement, gap, level);
  }
}

/** Writes the ends of an edge from one on, as many a line as fit. At a group of several lines it returns: its end goes on here. */
function writeEnds(layout: Layout, edge: EdgeStatement, from: number, gap: string, level: number): void {
  const { writer } = layout;
  for (let index = from; index < edge.ends.length; index++) {
    const end = edge.ends[index];
    if (end === undefined) continue;
    const before = index === 0 ? gap : gapBeforeArrow(writer, level);
    const write = (at: string): boolean => writeEnd(writer, end, at, level);
    if (fitsLine(writer, before, write) || (before === ' ' && fitsLine(writer, newLine(writer, level + 2), write))) continue;
    if (end.kind === 'subgraph') {
      openGroup(layout, end, before, level, { statement: edge, next: index + 1 });
      return;
    }
    write(before === ' ' ? newLine(writer, level + 2) : before);
  }
  writeAttributes(writer, edge.attributes, edge.range.end, level);
}

function gapBeforeArrow(writer: Writer, level: number): string {
  for (let piece = writer.pieces[writer.at]; piece !== undefined && isComment(piece); piece = writer.pieces[writer.at])
    put(writer, gapWithin(writer, level + 2));
  return gapWithin(writer, level + 2, ' ');
}

function writeEnd(writer: Writer, end: NodeRef | Subgraph, gap: string, level: number): boolean {
  if (end.kind === 'subgraph') return writeGroup(writer, end, gap, level);
  flow(writer, gap, end.range.end, level + 2);
  return true;
}

/** Writes a group in its line, if it is one for a line. */
function writeGroup(writer: Writer, group: Subgraph, gap: string, level: number): boolean {
  if (!isOneLineGroup(writer, group)) return false;
  writeGroupLine(writer, group, gap, level);
  return true;
}

/** Tries to write something without passing the end of the line; when it does, nothing is written. */
function fitsLine(writer: Writer, gap: string, write: (gap: string) => boolean): boolean {
  const place = mark(writer);
  if (write(gap) && writer.column <= lineWidth) return true;
  backTo(writer, place);
  return false;
}

function openGroup({ writer, blocks }: Layout, group: Subgraph, gap: string, level: number, edge?: Block['edge']): void {
  flowToBrace(writer, gap, level + 2);
  blocks.push({ body: group.body, level: level + 1, next: 0, ...(edge === undefined ? {} : { edge }) });
}
