import { displayWidth, padEnd, padStart, truncate } from './width.ts';

export interface Column {
  readonly title: string;
  readonly right?: boolean;
  /** Gives way when the terminal is narrow; the last such column first. */
  readonly flexible?: boolean;
}

/** Text columns that fit into `width`: flexible columns shrink (to no less than 8), whole cells are coloured by `paint`. */
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
  for (let i = columns.length - 1; i >= 0 && excess > 0; i--) {
    if (columns[i]?.flexible !== true) continue;
    const cut = Math.min(excess, Math.max(0, (widths[i] ?? 0) - 8));
    widths[i] = (widths[i] ?? 0) - cut;
    excess -= cut;
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
