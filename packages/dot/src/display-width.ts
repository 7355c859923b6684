import { visible } from './visible.ts';

/** One user-perceived character as a terminal shows it. */
export interface Cell {
  readonly text: string;
  /** Columns it takes. */
  readonly width: number;
  /** Where it begins in the text that was split. */
  readonly start: number;
}

const TAB_STOP = 4;
const PLAIN = /^[\x20-\x7e]*$/;
const ZERO_WIDTH = /^[\p{M}\p{Cf}]+$/u;
const WIDE =
  /^(?:\p{Emoji_Presentation}|.\ufe0f|[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}])/u;

/** Splits a line into cells: tabs become spaces up to the next stop, control characters become visible, wide ones take two columns. */
export function toCells(line: string): Cell[] {
  // Plain text needs no segmentation, which is slow: a file may have many thousand findings.
  if (PLAIN.test(line)) return Array.from(line, (text, start) => ({ text, width: 1, start }));
  const cells: Cell[] = [];
  let column = 0;
  for (const { segment, index } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(line)) {
    const cell = toCell(segment, index, column);
    cells.push(cell);
    column += cell.width;
  }
  return cells;
}

function toCell(segment: string, start: number, column: number): Cell {
  if (segment === '\t') {
    const width = TAB_STOP - (column % TAB_STOP);
    return { text: ' '.repeat(width), width, start };
  }
  const text = visible(segment);
  if (text !== segment) return { text, width: [...text].length, start };
  if (ZERO_WIDTH.test(segment)) return { text, width: 0, start };
  return { text, width: WIDE.test(segment) ? 2 : 1, start };
}
