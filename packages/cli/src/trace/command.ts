import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Args } from '../command.ts';
import { UserError } from '../command.ts';
import { readFailure } from '../run/parameters.ts';
import { type OpenedRun, openRun, userErrors, warnOf } from '../runs/open-run.ts';
import type { Io } from '../terminal/io.ts';
import { jsonLine } from '../terminal/sanitize.ts';
import { isSpent, type Spent } from '../view/spent.ts';
import { compareTraces, comparisonText } from './compare.ts';
import { modelUses } from './model-use.ts';
import { summariseTrace, type TraceSummary } from './summary.ts';
import { descentSvg } from './svg.ts';
import { traceText } from './text.ts';

/** `attractor trace RUN` (§24). */
export async function traceRun(args: Args, io: Io): Promise<number> {
  const run = await openRun(args.positionals[0] ?? 'latest', io);
  const summary = await readSummary(run, io);
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
  const comparison = compareTraces(summary, await readSummary(other, io));
  if (args.on('json')) io.out(jsonLine({ a: run.id, b: other.id, ...comparison }));
  else for (const line of comparisonText(comparison, run.id, other.id, io.columns, io.stdoutStyle)) io.out(line);
  return 0;
}

async function readSummary(run: OpenedRun, io: Io): Promise<TraceSummary> {
  const { readEvents, readTrace } = await import('@attractor/engine');
  const gates = await goalGatesOf(run.directory);
  return userErrors(() => summariseTrace(readTrace(run.directory, warnOf(io)), gates, modelUses(readEvents(run.directory, warnOf(io)))));
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
    iterations: summary.iterations.map(({ iteration, visits, durationMs, turns, spent }) => ({
      iteration,
      duration_ms: durationMs,
      nodes: visits.map(({ line, use }) => ({
        ...line,
        ...(use === undefined ? {} : { models: use.models, turns: use.turns, ...spentJson(use.spent) }),
        cost_usd: use === undefined ? null : costJson(use.spent),
      })),
      turns,
      ...spentJson(spent),
      cost_usd: costJson(spent),
    })),
    descent: summary.descent,
    nodes: summary.visits,
    duration_ms: summary.durationMs,
    turns: summary.turns,
    ...spentJson(summary.spent),
    cost_usd: costJson(summary.spent),
  };
}

/** `cost_complete` false: some tokens have no known price, and `cost_usd` is a lower bound. */
function spentJson({ input, cached, output, unpriced }: Spent): object {
  return { input_tokens: input, cached_tokens: cached, output_tokens: output, cost_complete: !unpriced };
}

function costJson(spent: Spent): number | null {
  return isSpent(spent) && spent.unpriced && spent.costUsd === 0 ? null : spent.costUsd;
}

function writeSvg(path: string, svg: string, io: Io): void {
  try {
    writeFileSync(path, svg);
  } catch (error) {
    throw new UserError(`--svg: cannot write ${path}: ${readFailure(error)}`);
  }
  io.err(`Wrote ${path}`);
}
