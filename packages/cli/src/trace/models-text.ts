import { oneLine } from '../terminal/sanitize.ts';
import type { Style } from '../terminal/style.ts';
import { type Column, table } from '../terminal/table.ts';
import { costText, isSpent, type Spent, tokensText } from '../view/spent.ts';
import type { IterationSummary, TraceSummary, Visit } from './summary.ts';

const columns: readonly Column[] = [
  { title: 'node', flexible: true },
  { title: 'model', flexible: true },
  { title: 'turns', right: true },
  { title: 'in', right: true },
  { title: 'cached', right: true },
  { title: 'out', right: true },
  { title: 'cost', right: true },
];

interface Row {
  readonly cells: readonly string[];
  readonly look: 'plain' | 'sum' | 'within';
}

/** Model, turns, tokens and cost of each visit of a model node, with a sum per iteration and one of all (§24). */
export function modelsText({ iterations, turns, spent, unfinished }: TraceSummary, width: number, style: Style): string[] {
  const rows = iterations.flatMap((iteration) => iterationRows(iteration, iterations.length > 1));
  if (isSpent(unfinished)) rows.push({ cells: ['not finished', '', '', ...spentCells(unfinished)], look: 'plain' });
  if (rows.length === 0) return [];
  rows.push(sumRow('all', turns, spent));
  const used = columns.flatMap((_, i) => (rows.some(({ cells }) => cells[i] !== '') ? [i] : []));
  const [head = '', ...body] = table(
    used.map((i) => columns[i] ?? { title: '' }),
    rows.map(({ cells }) => used.map((i) => cells[i] ?? '')),
    Math.max(20, width - 2),
    (cell, row) => (rows[row]?.look === 'sum' ? style.bold(cell) : rows[row]?.look === 'within' ? style.dim(cell) : cell),
  );
  const note = rows.some(({ look }) => look === 'within')
    ? [style.dim('  (in brackets: part of the node around it, not added again)')]
    : [];
  return [style.bold('Models'), style.dim(`  ${head}`), ...body.map((line) => `  ${line}`), ...note];
}

function iterationRows({ iteration, visits, turns, spent }: IterationSummary, several: boolean): Row[] {
  const rows = visits.flatMap((visit) => visitRow(visit));
  if (rows.length === 0) return [];
  return several ? [...rows, sumRow(`iteration ${iteration}`, turns, spent)] : rows;
}

function visitRow({ line, label, use, counted }: Visit): Row[] {
  if (use === undefined) return [];
  const name = line.visit > 1 ? `${label} #${line.visit}` : label;
  const cells = [
    counted ? name : `(${name})`,
    oneLine(use.models.join(', ')),
    use.turns === 0 ? '' : String(use.turns),
    ...spentCells(use.spent),
  ];
  return [{ cells, look: counted ? 'plain' : 'within' }];
}

function sumRow(name: string, turns: number, spent: Spent): Row {
  return { cells: [name, '', turns === 0 ? '' : String(turns), ...spentCells(spent)], look: 'sum' };
}

function spentCells(spent: Spent): string[] {
  const { input, cached, output } = spent;
  const tokens = input + output === 0 ? ['', '', ''] : [tokensText(input), cached === 0 ? '' : tokensText(cached), tokensText(output)];
  return [...tokens, spent.unpriced && spent.costUsd === 0 ? 'unknown' : costText(spent)];
}
