import { durationText, moneyText } from '../terminal/duration.ts';
import { type Style, statusSign } from '../terminal/style.ts';
import { table } from '../terminal/table.ts';
import { costText, tokensText } from '../view/spent.ts';
import type { TraceSummary } from './summary.ts';

export interface Comparison {
  readonly rows: readonly { readonly what: string; readonly a: string; readonly b: string }[];
  readonly gates: readonly { readonly gate: string; readonly a: string; readonly b: string }[];
}

/** Two runs side by side: totals, then for each gate the look at which it passed for good. */
export function compareTraces(a: TraceSummary, b: TraceSummary): Comparison {
  const row = (what: string, of: (summary: TraceSummary) => string): { what: string; a: string; b: string } => ({
    what,
    a: of(a),
    b: of(b),
  });
  const names = new Set([...a.descent.gates, ...b.descent.gates].map((gate) => gate.label));
  return {
    rows: [
      row('iterations', (summary) => String(summary.iterations.length)),
      row('nodes', (summary) => String(summary.visits)),
      row('attempts', (summary) =>
        String(summary.iterations.flatMap((each) => each.visits).reduce((sum, visit) => sum + visit.line.attempt, 0)),
      ),
      row('time', (summary) => durationText(summary.durationMs)),
      row('turns', ({ turns }) => String(turns)),
      row('tokens in', ({ spent }) => tokensText(spent.input)),
      row('tokens out', ({ spent }) => tokensText(spent.output)),
      row('cost', ({ spent }) => costText(spent) || moneyText(0)),
      row('open gates', (summary) => String(summary.descent.open.at(-1) ?? 0)),
    ],
    gates: [...names].map((gate) => ({ gate, a: marksOf(a, gate), b: marksOf(b, gate) })),
  };
}

function marksOf(summary: TraceSummary, label: string): string {
  const marks = summary.descent.gates.find((gate) => gate.label === label)?.marks ?? [];
  return marks
    .filter((mark) => mark !== '')
    .map(statusSign)
    .join('');
}

export function comparisonText(comparison: Comparison, nameA: string, nameB: string, width: number, style: Style): string[] {
  const columns = [{ title: '' }, { title: nameA, flexible: true }, { title: nameB, flexible: true }];
  const rows = [
    ...comparison.rows.map((row) => [row.what, row.a, row.b]),
    ...comparison.gates.map((gate) => [gate.gate, gate.a === '' ? 'not run' : gate.a, gate.b === '' ? 'not run' : gate.b]),
  ];
  const differs = (row: number): boolean => rows[row]?.[1] !== rows[row]?.[2];
  return table(columns, rows, width, (cell, row, column) => (column > 0 && differs(row) ? style.bold(cell) : cell));
}
