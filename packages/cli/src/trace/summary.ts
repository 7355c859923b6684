import type { TraceLine } from '@attractor/engine';
import { labelOf } from '../view/run-state.ts';

/** One visit of a node, with the cost of its model calls where it is known. */
export interface Visit {
  readonly line: TraceLine;
  readonly label: string;
  readonly costUsd: number | undefined;
}

export interface IterationSummary {
  readonly iteration: number;
  readonly visits: readonly Visit[];
  readonly durationMs: number;
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
  readonly costUsd: number | undefined;
}

/** `goalGates` are charted; without any, the nodes that ever did not pass are. `costs` is keyed by `costKey`. */
export function summariseTrace(
  lines: readonly TraceLine[],
  goalGates: ReadonlySet<string>,
  costs: ReadonlyMap<string, number>,
): TraceSummary {
  const byIteration = new Map<number, Visit[]>();
  let costUsd: number | undefined;
  let durationMs = 0;
  for (const line of lines) {
    const cost = costs.get(costKey(line.branch, line.node_id, line.visit));
    if (cost !== undefined) costUsd = (costUsd ?? 0) + cost;
    // Branch and child nodes run inside the time of their component, folder or manager.
    if (line.branch === '') durationMs += line.duration_ms;
    const visits = byIteration.get(line.iteration);
    const visit = { line, label: labelOf(line.node_id, line.branch), costUsd: cost };
    if (visits === undefined) byIteration.set(line.iteration, [visit]);
    else visits.push(visit);
  }
  const iterations = [...byIteration]
    .sort(([a], [b]) => a - b)
    .map(([iteration, visits]) => ({
      iteration,
      visits,
      durationMs: visits.reduce((sum, visit) => sum + (visit.line.branch === '' ? visit.line.duration_ms : 0), 0),
    }));
  return { iterations, descent: descentOf(iterations, gateIds(lines, goalGates)), visits: lines.length, durationMs, costUsd };
}

export function costKey(branch: string, node: string, visit: number): string {
  return `${branch}|${node}|${visit}`;
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
