import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Args } from '../command.ts';
import { UserError } from '../command.ts';
import { readFailure } from '../run/parameters.ts';
import { type OpenedRun, openRun, userErrors } from '../runs/open-run.ts';
import type { Io } from '../terminal/io.ts';
import { jsonLine } from '../terminal/sanitize.ts';
import { compareTraces, comparisonText } from './compare.ts';
import { costKey, summariseTrace, type TraceSummary } from './summary.ts';
import { descentSvg } from './svg.ts';
import { traceText } from './text.ts';

/** `attractor trace RUN` (§24). */
export async function traceRun(args: Args, io: Io): Promise<number> {
  const run = await openRun(args.positionals[0] ?? 'latest', io);
  const summary = await readSummary(run);
  const other = args.text('compare');
  const svg = args.text('svg');
  if (svg !== undefined) writeSvg(resolve(io.cwd, svg), descentSvg(summary, `Descent of ${run.id}`), io);
  if (other !== undefined) return compare(run, summary, other, args, io);
  if (args.on('json')) io.out(jsonLine({ run_id: run.id, status: run.status, ...summaryJson(summary) }));
  else if (summary.visits === 0) io.out(`Run ${run.id} (${run.status}) has no trace: no node has ended in it.`);
  else for (const line of traceText(summary, io.columns, io.stdoutStyle)) io.out(line);
  return 0;
}

async function compare(run: OpenedRun, summary: TraceSummary, name: string, args: Args, io: Io): Promise<number> {
  const other = await openRun(name, io);
  const comparison = compareTraces(summary, await readSummary(other));
  if (args.on('json')) io.out(jsonLine({ a: run.id, b: other.id, ...comparison }));
  else for (const line of comparisonText(comparison, run.id, other.id, io.columns, io.stdoutStyle)) io.out(line);
  return 0;
}

async function readSummary(run: OpenedRun): Promise<TraceSummary> {
  const { readEvents, readTrace } = await import('@attractor/engine');
  const gates = await goalGatesOf(run.directory);
  return userErrors(() => {
    const costs = new Map<string, number>();
    for (const event of readEvents(run.directory)) {
      const cost = event.type === 'node.completed' ? event.usage?.costUsd : undefined;
      if (event.type === 'node.completed' && cost !== undefined) costs.set(costKey(event.branch ?? '', event.node, event.visit), cost);
    }
    return summariseTrace(readTrace(run.directory), gates, costs);
  });
}

/** Goal gates of the graph that was run; a run whose copy cannot be read is charted by its failures. */
async function goalGatesOf(directory: string): Promise<ReadonlySet<string>> {
  const { graphFromResolved, nodeValue } = await import('@attractor/pipeline');
  try {
    const graph = graphFromResolved(JSON.parse(readFileSync(join(directory, 'graph.resolved.json'), 'utf8')));
    return new Set([...graph.nodes.values()].filter((node) => nodeValue(node, 'goal_gate')).map((node) => node.id));
  } catch {
    return new Set();
  }
}

function summaryJson(summary: TraceSummary): object {
  return {
    iterations: summary.iterations.map(({ iteration, visits, durationMs }) => ({
      iteration,
      duration_ms: durationMs,
      nodes: visits.map(({ line, costUsd }) => ({ ...line, cost_usd: costUsd ?? null })),
    })),
    descent: summary.descent,
    nodes: summary.visits,
    duration_ms: summary.durationMs,
    cost_usd: summary.costUsd ?? null,
  };
}

function writeSvg(path: string, svg: string, io: Io): void {
  try {
    writeFileSync(path, svg);
  } catch (error) {
    throw new UserError(`--svg: cannot write ${path}: ${readFailure(error)}`);
  }
  io.err(`Wrote ${path}`);
}
