import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@attractor/engine';
import type { Graph } from '@attractor/pipeline';
import { type Args, UserError } from '../command.ts';
import { type OpenedRun, openRun, textOf } from '../runs/open-run.ts';
import { loadPipeline } from '../sources/load-pipeline.ts';
import type { Io } from '../terminal/io.ts';
import { readLimits, refuseBroken } from './command.ts';
import { execute } from './execute.ts';
import { readHumanGate } from './human-gate.ts';
import { makeInterviewer } from './interviewer.ts';
import { readFailure, readParameters } from './parameters.ts';
import { planAnswers } from './plan-answers.ts';
import { openReplay, type Replay, replayEnd } from './recordings.ts';
import { makeServices, readScriptFile } from './services.ts';

/** `attractor resume RUN` (engine.md 14). */
export async function resumePipeline(args: Args, io: Io): Promise<number> {
  if (args.on('accept-graph') && args.on('stored-graph'))
    throw new UserError('resume: --accept-graph and --stored-graph exclude each other');
  const limits = readLimits(args);
  const parameters = readParameters(args.list('param'), io.cwd);
  const run = await openRun(args.positionals[0] ?? '', io);
  if (run.owner !== undefined) {
    throw new UserError(
      `run ${run.id} is being executed by process ${run.owner.pid} on ${run.owner.host}; see \`attractor status\` or stop it with \`attractor cancel\``,
    );
  }
  const options = objectOf(run.manifest['runner_options']);
  const optional = (name: string): string | undefined => textOf(options, name) || undefined;
  const humanGate = readHumanGate(args.text('on-human-gate') ?? reusable(optional('on_human_gate'), io), io);
  const graph = await graphOf(run, parameters, optional('goal'), args, io);
  const mode = textOf(run.manifest, 'mode');
  const scriptFlag = args.text('script') ?? (args.text('backend') === undefined ? optional('script') : undefined);
  const replay = await replayOf(args, optional('replay'), io);
  const plan = await planAnswers(
    graph,
    {
      simulate: mode === 'simulate',
      dryRun: mode === 'dry-run',
      record: options['record'] === true,
      replay,
      backend: args.text('backend') ?? optional('backend'),
      script: scriptFlag === undefined ? undefined : readScriptFile(scriptFlag, io),
      graphScript: undefined,
    },
    {
      defaults: { provider: optional('provider'), model: optional('model') },
      workingDirectory: textOf(run.manifest, 'cwd') || io.cwd,
      stylesheets: [],
      budgetUsd: limits.budgetUsd ?? numberOf(objectOf(run.manifest['limits'])['budgetUsd']),
    },
    io,
  );
  plan.tell(run.directory);
  const { resumeRun } = await import('@attractor/engine');
  const code = await execute(
    {
      name: graph.name,
      json: args.on('json'),
      quiet: args.on('quiet'),
      directory: run.directory,
      mode: replay === undefined ? mode : 'replay',
      start: async (sink, signal, view) =>
        resumeRun({
          directory: run.directory,
          graph,
          onChangedGraph: args.on('accept-graph') ? 'accept' : args.on('stored-graph') ? 'stored' : 'refuse',
          fromCheckpoint: args.on('from-checkpoint'),
          parameters,
          limits,
          warnings: plan.warnings,
          durability: args.text('durability') === 'power' ? 'power' : 'process',
          signal,
          services: await makeServices(
            {
              answerers: plan.answerers,
              backend: plan.choice.services,
              interviewer: await makeInterviewer(humanGate, run.directory, view, io),
              sink,
            },
            io,
          ),
        }),
    },
    io,
  );
  return replayEnd(replay, code, io);
}

/** A replayed run goes on replaying; `--replay` says where its recording lies now. */
async function replayOf(args: Args, recorded: string | undefined, io: Io): Promise<Replay | undefined> {
  const given = args.text('replay');
  if (given !== undefined && recorded === undefined)
    throw new UserError('resume: --replay is for a run that was started with --replay; this one called its models');
  const name = given ?? recorded;
  return name === undefined ? undefined : openReplay(name, io);
}

/** A run begun at a console may go on without one: then the default decides. */
function reusable(recorded: string | undefined, io: Io): string | undefined {
  return recorded === 'console' && !io.stdinIsTerminal ? undefined : recorded;
}

/** The file that the manifest names as it is now; the stored copy when it is gone, was stdin, or is asked for. */
async function graphOf(run: OpenedRun, added: ReadonlyMap<string, string>, goal: string | undefined, args: Args, io: Io): Promise<Graph> {
  const file = textOf(run.manifest, 'graph_file');
  if (args.on('stored-graph') || file === '' || !existsSync(file)) {
    if (args.on('accept-graph'))
      throw new UserError(
        `resume: --accept-graph needs the file of the pipeline, and ${file === '' ? 'this run was started from stdin' : `${file} is gone`}`,
      );
    return storedGraph(run.directory);
  }
  const recorded = Object.entries(objectOf(run.manifest['parameters'])).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  const loaded = await loadPipeline(
    file,
    {
      parameters: new Map([...recorded, ...added]),
      workingDirectory: textOf(run.manifest, 'cwd') || io.cwd,
      ...(goal === undefined ? {} : { goal }),
    },
    io,
  );
  refuseBroken(loaded, true, io);
  return loaded.prepared.graph;
}

/** The graph that the run goes by: the newest accepted one, else the first. */
async function storedGraph(directory: string): Promise<Graph> {
  const { graphFromResolved } = await import('@attractor/pipeline');
  const newest = readdirSync(directory).reduce(
    (most, name) => Math.max(most, Number(/^graph\.resolved\.(\d+)\.json$/.exec(name)?.[1] ?? 0)),
    0,
  );
  const path = join(directory, newest === 0 ? 'graph.resolved.json' : `graph.resolved.${newest}.json`);
  try {
    return graphFromResolved(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new UserError(`resume: cannot read the stored graph ${path}: ${readFailure(error)}`);
  }
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function objectOf(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
