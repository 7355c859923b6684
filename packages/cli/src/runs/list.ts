import { basename } from 'node:path';
import type { Args } from '../command.ts';
import { durationText } from '../terminal/duration.ts';
import type { Io } from '../terminal/io.ts';
import { jsonLine, oneLine } from '../terminal/sanitize.ts';
import { statusColour, statusSign } from '../terminal/style.ts';
import { table } from '../terminal/table.ts';
import { runStatus, userErrors } from './open-run.ts';

/** `attractor runs`: newest first. */
export async function listRunsCommand(args: Args, io: Io): Promise<number> {
  const { listRuns, runIsLive, runsRoot } = await import('@attractor/engine');
  const root = runsRoot(io.cwd);
  const runs = userErrors(() => listRuns(root)).map((run) => ({
    ...run,
    id: basename(run.directory),
    status: runStatus(run.status, runIsLive(run.directory)),
  }));
  if (args.on('ids')) for (const run of runs) io.out(oneLine(run.id));
  else if (args.on('json')) for (const run of runs) io.out(jsonLine(run));
  else if (runs.length === 0) io.err(`No runs in ${root}. Start one with \`attractor run FILE\`.`);
  else {
    const rows = runs.map((run) => [oneLine(run.id), `${statusSign(run.status)} ${run.status}`, oneLine(run.graph), age(run.start)]);
    const columns = [{ title: 'run' }, { title: 'status' }, { title: 'graph', flexible: true }, { title: 'started' }];
    const paint = (cell: string, row: number, column: number): string =>
      column === 1 ? statusColour(io.stdoutStyle, runs[row]?.status ?? '')(cell) : cell;
    for (const line of table(columns, rows, io.columns, paint)) io.out(line);
  }
  return 0;
}

function age(start: string): string {
  const at = Date.parse(start);
  if (Number.isNaN(at)) return '';
  return `${durationText(Math.max(0, Date.now() - at)).replace(/\.\ds$/, 's')} ago`;
}
