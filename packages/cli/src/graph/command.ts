import { writeFileSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { type Args, UserError } from '../command.ts';
import { readFailure } from '../run/parameters.ts';
import { openRun, textOf, userErrors, warnOf } from '../runs/open-run.ts';
import { loadPipeline } from '../sources/load-pipeline.ts';
import { distinct, findingText } from '../sources/report.ts';
import type { Io } from '../terminal/io.ts';
import { oneLine } from '../terminal/sanitize.ts';
import { drawingDot } from './drawing.ts';
import { layoutSvg } from './layout.ts';

/** `attractor graph FILE`: a drawing of what the file says, also when validation would refuse to run it. */
export async function drawPipeline(args: Args, io: Io): Promise<number> {
  const out = args.text('output');
  const kind = out === undefined ? '.svg' : extname(out).toLowerCase();
  if (kind !== '.svg' && kind !== '.dot' && kind !== '.gv') throw new UserError(`graph: --output ends in .svg or .dot, not \`${kind}\``);
  const run = args.text('run');
  const statuses: RunStatuses = run === undefined ? { byNode: new Map<string, string>() } : await statusesOf(run, io);
  const { prepared, findings } = await loadPipeline(args.positionals[0] ?? '', { workingDirectory: io.cwd }, io);
  if (prepared.graph.nodes.size === 0) {
    for (const finding of distinct(findings))
      if (finding.diagnostic.severity === 'error') io.err(findingText(finding, io.stderrStyle, io.columns));
    throw new UserError(`graph: ${args.positionals[0]} holds nothing to draw`);
  }
  const dot = drawingDot(prepared.graph, statuses.byNode);
  if (statuses.graph !== undefined && statuses.graph !== prepared.graph.name)
    io.err(
      `${io.stderrStyle.yellow('warning:')} the run is one of ${oneLine(statuses.graph)}, not of ${oneLine(prepared.graph.name)}; only nodes of the same name have colours`,
    );
  const text = kind === '.svg' ? await svgOf(dot) : `${dot}\n`;
  if (out === undefined) io.outRaw(text);
  else {
    const path = resolve(io.cwd, out);
    try {
      writeFileSync(path, text);
    } catch (error) {
      throw new UserError(`graph: cannot write ${path}: ${readFailure(error)}`);
    }
    io.err(`Wrote ${out}`);
  }
  return 0;
}

async function svgOf(dot: string): Promise<string> {
  const layout = await layoutSvg(dot);
  if (!layout.ok)
    throw new UserError(`graph: no drawing, since ${layout.reason}. \`--output x.dot\` writes DOT for another layout program.`, 1);
  return layout.svg;
}

interface RunStatuses {
  readonly byNode: ReadonlyMap<string, string>;
  /** Name of the graph that ran. */
  readonly graph?: string;
}

/** The last status of each root node of a run; the node it is at counts as running while it executes. */
async function statusesOf(name: string, io: Io): Promise<RunStatuses> {
  const { readEvents, readTrace } = await import('@attractor/engine');
  const run = await openRun(name, io);
  const statuses = new Map<string, string>();
  for (const line of userErrors(() => readTrace(run.directory, warnOf(io))))
    if (line.branch === '' || !statuses.has(line.node_id)) statuses.set(line.node_id, line.status);
  const graph = textOf(run.manifest, 'graph_name');
  if (run.status !== 'running') return { byNode: statuses, graph };
  const active = new Set<string>();
  for (const event of userErrors(() => readEvents(run.directory, warnOf(io)))) {
    if (event.type === 'node.started') active.add(event.node);
    else if (event.type === 'node.completed') active.delete(event.node);
  }
  for (const node of active) statuses.set(node, 'running');
  return { byNode: statuses, graph };
}
