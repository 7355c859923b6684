import { displayWidth, padEnd, padStart, truncate } from './width.ts';

export interface Column {
  readonly title: string;
  readonly right?: boolean;
  /** Gives way when the terminal is narrow; the widest such column first. */
  readonly flexible?: boolean;
}

const leastWidth = 8;

/** Text columns that fit into `width` as far as flexible columns can shrink; whole cells are coloured by `paint`. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number,
  paint: (cell: string, row: number, column: number) => string = (cell) => cell,
): string[] {
  const widths = columns.map((column, i) =>
    rows.reduce((most, row) => Math.max(most, displayWidth(row[i] ?? '')), displayWidth(column.title)),
  );
  let excess = widths.reduce((sum, w) => sum + w, 0) + 2 * (columns.length - 1) - width;
  for (; excess > 0; excess--) {
    const widest = columns.reduce(
      (best, column, i) => (column.flexible === true && (widths[i] ?? 0) > (widths[best] ?? leastWidth) ? i : best),
      -1,
    );
    if (widest < 0) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  const line = (cells: readonly string[], row: number): string =>
    cells
      .map((cell, i) => {
        const w = widths[i] ?? 0;
        const cut = truncate(cell, w);
        const padded = columns[i]?.right === true ? padStart(cut, w) : i === columns.length - 1 ? cut : padEnd(cut, w);
        return row < 0 ? padded : paint(padded, row, i);
      })
      .join('  ')
      .trimEnd();
  return [
    line(
      columns.map((column) => column.title),
      -1,
    ),
    ...rows.map(line),
  ];
}
