import { durationText } from '../terminal/duration.ts';
import { oneLine } from '../terminal/sanitize.ts';
import { type Style, statusColour, statusSign } from '../terminal/style.ts';
import { table } from '../terminal/table.ts';
import { displayWidth, padEnd, truncate } from '../terminal/width.ts';
import { costText } from '../view/spent.ts';
import { modelsText } from './models-text.ts';
import type { Descent, TraceSummary } from './summary.ts';

/** The trace for people: a table per iteration, what models did, then the descent curve. */
export function traceText(summary: TraceSummary, width: number, style: Style): string[] {
  const lines: string[] = [];
  for (const { iteration, visits, durationMs, spent } of summary.iterations) {
    const facts = [`${visits.length} ${visits.length === 1 ? 'node' : 'nodes'}`, durationText(durationMs), costText(spent)];
    lines.push(style.bold(`Iteration ${iteration}`) + style.dim(`  ${facts.filter((fact) => fact !== '').join(', ')}`));
    const rows = visits.map(({ line, label }) => [
      `${statusSign(line.status)} ${line.status}`,
      label,
      line.visit > 1 ? `#${line.visit}` : '',
      line.attempt > 1 ? `${line.attempt}` : '',
      durationText(line.duration_ms),
      oneLine(line.preferred_label === '' ? line.reason : `“${line.preferred_label}” ${line.reason}`.trim()),
    ]);
    const used = [0, 1, 2, 3, 4, 5].filter((i) => rows.some((row) => row[i] !== ''));
    const columns = [
      { title: 'status' },
      { title: 'node', flexible: true },
      { title: 'visit' },
      { title: 'attempts', right: true },
      { title: 'time', right: true },
      { title: 'says', flexible: true },
    ];
    const [head = '', ...body] = table(
      used.map((i) => columns[i] ?? { title: '' }),
      rows.map((row) => used.map((i) => row[i] ?? '')),
      Math.max(20, width - 2),
      (cell, row, column) => (used[column] === 0 ? statusColour(style, visits[row]?.line.status ?? '')(cell) : cell),
    );
    lines.push(style.dim(`  ${head}`), ...body.map((line) => `  ${line}`), '');
  }
  const models = modelsText(summary, width, style);
  if (models.length > 0) lines.push(...models, '');
  const chart = descentText(summary.descent, width, style);
  if (chart.length > 0) lines.push(...chart, '');
  const n = summary.iterations.length;
  const facts = [
    `${n} ${n === 1 ? 'iteration' : 'iterations'}`,
    `${summary.visits} ${summary.visits === 1 ? 'node' : 'nodes'}`,
    durationText(summary.durationMs),
    costText(summary.spent),
  ];
  lines.push(facts.filter((fact) => fact !== '').join(', '));
  return lines;
}

const bars = '▁▂▃▄▅▆▇█';

/** The descent curve (§24): one row a gate, one column a look; below, how many gates stay open. Old columns give way on narrow screens. */
export function descentText(descent: Descent, width: number, style: Style): string[] {
  if (descent.columns.length === 0) return [];
  const labelWidth = Math.min(
    28,
    descent.gates.reduce((most, gate) => Math.max(most, displayWidth(gate.label)), 'iteration'.length),
  );
  const cellWidth = descent.columns.reduce((most, column) => Math.max(most, String(column.iteration).length + 1), 2);
  const fit = Math.max(1, Math.floor((width - 2 - labelWidth) / cellWidth));
  const from = Math.max(0, descent.columns.length - fit);
  const cells = <T>(items: readonly T[], text: (item: T) => string): string => items.slice(from).map(text).join('');
  const cell = (text: string): string => text.padStart(cellWidth);
  const most = descent.open.reduce((high, open) => Math.max(high, open), 1);
  const row = (label: string, body: string): string => `  ${padEnd(truncate(label, labelWidth), labelWidth)}${body}`;
  return [
    style.bold('Descent') + (from > 0 ? style.dim(`  the newest ${descent.columns.length - from} of ${descent.columns.length} looks`) : ''),
    style.dim(
      row(
        'iteration',
        cells(descent.columns, (column) => cell(column.look === 0 ? String(column.iteration) : '.')),
      ),
    ),
    ...descent.gates.map((gate) =>
      row(
        gate.label,
        cells(gate.marks, (mark) => (mark === '' ? cell('·') : statusColour(style, mark)(cell(statusSign(mark))))),
      ),
    ),
    row(
      'open',
      cells(descent.open, (open) => cell(String(open))),
    ),
    row(
      '',
      cells(descent.open, (open) => cell(open === 0 ? '▁' : (bars[Math.ceil((open / most) * (bars.length - 1))] ?? '█'))),
    ),
  ];
}
