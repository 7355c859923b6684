import type { TraceLine } from '@attractor/engine';
import { labelOf } from '../view/run-state.ts';
import { addSpent, nothingSpent, type Spent } from '../view/spent.ts';
import { isInChild } from '../view/totals.ts';
import { type ModelUse, type ModelUses, visitKey } from './model-use.ts';

/** One visit of a node, with what its model did. */
export interface Visit {
  readonly line: TraceLine;
  readonly label: string;
  readonly use: ModelUse | undefined;
  /** Another line's use holds this one's: the node runs children, whose own nodes are shown. */
  readonly counted: boolean;
}

export interface IterationSummary {
  readonly iteration: number;
  readonly visits: readonly Visit[];
  readonly durationMs: number;
  readonly turns: number;
  readonly spent: Spent;
}

/** Gates over time (§24): a column is the n-th look at the gates within an iteration. */
export interface Descent {
  readonly columns: readonly { readonly iteration: number; readonly look: number }[];
  readonly gates: readonly { readonly label: string; readonly marks: readonly string[] }[];
  /** Gates not passed at the end of each column. */
  readonly open: readonly number[];
}

export interface TraceSummary {
  readonly iterations: readonly IterationSummary[];
  readonly descent: Descent;
  readonly visits: number;
  readonly durationMs: number;
  readonly turns: number;
  readonly spent: Spent;
  /** Part of `spent`: of visits that are not over, because the run goes on or was interrupted. */
  readonly unfinished: Spent;
}

/** `goalGates` are charted; without any, the nodes that ever did not pass are. */
export function summariseTrace(
  lines: readonly TraceLine[],
  goalGates: ReadonlySet<string>,
  { visits: uses, total }: ModelUses,
): TraceSummary {
  const byIteration = new Map<number, Visit[]>();
  // A child counts its iterations and visits by itself; it stands in the iteration of the node around it, which ends after it.
  for (const line of lines) {
    const use = uses.get(visitKey(line.branch, line.node_id, line.visit));
    const visit = {
      line,
      label: labelOf(line.node_id, line.branch),
      use,
      counted: !isInChild({ node: line.node_id, branch: line.branch }),
    };
    const visits = byIteration.get(line.iteration);
    if (visits === undefined) byIteration.set(line.iteration, [visit]);
    else visits.push(visit);
  }
  const iterations = [...byIteration].sort(([a], [b]) => a - b).map(([iteration, visits]) => summed(iteration, visits));
  return {
    iterations,
    descent: descentOf(iterations, gateIds(lines, goalGates)),
    visits: lines.length,
    durationMs: iterations.reduce((sum, each) => sum + each.durationMs, 0),
    turns: iterations.reduce((sum, each) => sum + each.turns, 0),
    spent: total,
    unfinished: rest(
      total,
      iterations.reduce((sum, each) => addSpent(sum, each.spent), nothingSpent),
    ),
  };
}

/** What visits that are not over have used. */
function rest(total: Spent, ended: Spent): Spent {
  const less = (a: number, b: number): number => Math.max(0, Math.round((a - b) * 1e9) / 1e9);
  return {
    input: less(total.input, ended.input),
    cached: less(total.cached, ended.cached),
    output: less(total.output, ended.output),
    costUsd: less(total.costUsd, ended.costUsd),
    unpriced: total.unpriced && !ended.unpriced,
  };
}

function summed(iteration: number, visits: readonly Visit[]): IterationSummary {
  return {
    iteration,
    visits,
    // Branch and child nodes run inside the time of their component, folder or manager.
    durationMs: visits.reduce((sum, { line }) => sum + (line.branch === '' ? line.duration_ms : 0), 0),
    turns: visits.reduce((sum, { use }) => sum + (use?.turns ?? 0), 0),
    // What children's nodes used is part of what the node around them says.
    spent: visits.reduce((sum, { use, counted }) => (counted && use !== undefined ? addSpent(sum, use.spent) : sum), nothingSpent),
  };
}

function gateIds(lines: readonly TraceLine[], goalGates: ReadonlySet<string>): ReadonlySet<string> {
  if (lines.some((line) => goalGates.has(line.node_id))) return goalGates;
  return new Set(lines.filter((line) => line.status === 'fail' || line.status === 'retry').map((line) => line.node_id));
}

function descentOf(iterations: readonly IterationSummary[], gates: ReadonlySet<string>): Descent {
  const columns: { iteration: number; look: number }[] = [];
  const marks = new Map<string, string[]>();
  for (const { iteration, visits } of iterations) {
    const base = columns.length;
    const looks = new Map<string, number>();
    for (const visit of visits) {
      if (!gates.has(visit.line.node_id)) continue;
      const gate = gateLabel(visit);
      const look = looks.get(gate) ?? 0;
      looks.set(gate, look + 1);
      if (columns.length <= base + look) columns.push({ iteration, look });
      let row = marks.get(gate);
      if (row === undefined) {
        row = [];
        marks.set(gate, row);
      }
      row[base + look] = visit.line.status;
    }
  }
  const rows = [...marks].map(([label, row]) => ({ label, marks: columns.map((_, i) => row[i] ?? '') }));
  const last = new Map<string, string>();
  const open = columns.map((_, i) => {
    for (const row of rows) if (row.marks[i] !== '') last.set(row.label, row.marks[i] ?? '');
    return rows.filter((row) => !passed(last.get(row.label))).length;
  });
  return { columns, gates: rows, open };
}

/** Cycles of one manager are looks at one gate, not gates of their own. */
function gateLabel(visit: Visit): string {
  return labelOf(visit.line.node_id, visit.line.branch.replaceAll(/(^|>)(cycle:[^:>]*):\d+/g, '$1$2'));
}

function passed(status: string | undefined): boolean {
  return status === 'success' || status === 'partial_success';
}
