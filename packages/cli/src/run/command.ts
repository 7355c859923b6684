import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { JsonObject, RunLimits } from '@attractor/engine';
import { type Args, UserError } from '../command.ts';
import { version } from '../main.ts';
import { type LoadedPipeline, loadPipeline } from '../sources/load-pipeline.ts';
import { distinct, findingLine, findingTexts, firstFindings, moreText } from '../sources/report.ts';
import type { Io } from '../terminal/io.ts';
import type { BackendChoice } from './choose-backend.ts';
import { execute } from './execute.ts';
import { readBudget, readTimeout, readTokenBudget } from './flags.ts';
import { readHumanGate } from './human-gate.ts';
import { makeInterviewer } from './interviewer.ts';
import { readParameters } from './parameters.ts';
import { planAnswers } from './plan-answers.ts';
import { openReplay, replayEnd } from './recordings.ts';
import { makeServices, readScriptFile } from './services.ts';

/** `attractor run FILE`: everything that can be found before the first node is found before the run directory is made. */
export async function runPipeline(args: Args, io: Io): Promise<number> {
  const humanGate = readHumanGate(args.text('on-human-gate'), io);
  const limits = readLimits(args);
  const workingDirectory = readFolder(args.text('cwd'), io);
  const parameters = readParameters(args.list('param'), io.cwd);
  const goal = args.text('goal');
  const loaded = await loadPipeline(
    args.positionals[0] ?? '',
    { parameters, workingDirectory, ...(goal === undefined ? {} : { goal }) },
    io,
  );
  refuseBroken(loaded, args.on('quiet'), io);
  const { prepared } = loaded;
  const scriptFlag = args.text('script');
  const replayFlag = args.text('replay');
  const replay = replayFlag === undefined ? undefined : await openReplay(replayFlag, io);
  const plan = await planAnswers(
    prepared.graph,
    {
      simulate: args.on('simulate'),
      dryRun: args.on('dry-run'),
      record: args.on('record'),
      replay,
      backend: args.text('backend'),
      script: scriptFlag === undefined ? undefined : readScriptFile(scriptFlag, io),
      graphScript: prepared.script,
    },
    {
      defaults: { provider: args.text('provider'), model: args.text('model') },
      workingDirectory,
      stylesheets: prepared.stylesheets,
      budgetUsd: limits.budgetUsd,
    },
    io,
  );
  const { newRunId, runsRoot, startRun } = await import('@attractor/engine');
  const root = args.text('logs-root');
  const runId = newRunId(Date.now(), Math.random);
  const directory = root === undefined ? join(runsRoot(workingDirectory), runId) : resolve(io.cwd, root);
  plan.tell(directory);
  const code = await execute(
    {
      name: prepared.graph.name,
      json: args.on('json'),
      quiet: args.on('quiet'),
      directory,
      mode: replay === undefined ? plan.choice.mode : 'replay',
      start: async (sink, signal, view) =>
        startRun({
          graph: prepared.graph,
          runId,
          directory,
          workingDirectory,
          parameters: prepared.parameters,
          mode: plan.choice.mode,
          services: await makeServices(
            {
              answerers: plan.answerers,
              backend: plan.choice.services,
              interviewer: await makeInterviewer(humanGate, directory, view, io),
              sink,
            },
            io,
          ),
          durability: args.text('durability') === 'power' ? 'power' : 'process',
          limits,
          warnings: plan.warnings,
          signal,
          manifest: manifestFields(args, goal ?? parameters.get('goal'), plan.choice),
        }),
    },
    io,
  );
  return replayEnd(replay, code, io);
}

/** What `resume` needs to know of this call again, beside what the engine records. */
function manifestFields(args: Args, goal: string | undefined, { script, record, replay }: BackendChoice): JsonObject {
  const text = (flag: string): JsonObject => {
    const value = args.text(flag);
    return value === undefined ? {} : { [flag.replaceAll('-', '_')]: value };
  };
  return {
    runner_version: version(),
    provider: args.text('provider') ?? 'unknown',
    runner_options: {
      ...(goal === undefined ? {} : { goal }),
      ...text('backend'),
      ...(script === undefined ? {} : { script: script.path }),
      ...(record ? { record } : {}),
      ...(replay === undefined ? {} : { replay: replay.directory }),
      ...text('provider'),
      ...text('model'),
      ...text('on-human-gate'),
    },
  };
}

export function readLimits(args: Args): RunLimits {
  const budgetUsd = readBudget(args);
  const budgetTokens = readTokenBudget(args);
  const timeoutMs = readTimeout(args);
  return {
    ...(budgetUsd === undefined ? {} : { budgetUsd }),
    ...(budgetTokens === undefined ? {} : { budgetTokens }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  };
}

function readFolder(folder: string | undefined, io: Io): string {
  if (folder === undefined) return io.cwd;
  const path = resolve(io.cwd, folder);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) throw new UserError(`--cwd ${folder}: there is no such folder`);
  return path;
}

/** Shows what was found; errors are shown whole and end in a refusal, warnings take a line each. */
export function refuseBroken(loaded: LoadedPipeline, quiet: boolean, io: Io): void {
  const findings = distinct(loaded.findings);
  const errors = findings.filter(({ diagnostic }) => diagnostic.severity === 'error');
  const warnings = firstFindings(quiet ? [] : findings.filter(({ diagnostic }) => diagnostic.severity === 'warning'), 'people');
  for (const finding of warnings.shown) io.err(findingLine(finding, io.stderrStyle));
  if (warnings.leftOut > 0) io.err(moreText(warnings.leftOut));
  for (const text of findingTexts(errors, io.stderrStyle, io.columns)) io.err(text);
  const first = errors[0];
  if (first === undefined && loaded.ok) return;
  const at = first?.diagnostic.range === undefined ? undefined : first.source.positionAt(first.diagnostic.range.start);
  const place = first === undefined ? '' : `${first.source.name}${at === undefined ? '' : `:${at.line}:${at.column}`}: `;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  const count = errors.length === 1 ? 'an error' : `${errors.length} errors`;
  throw new UserError(
    `not run, since the pipeline has ${count}`,
    2,
    `${place}${first?.diagnostic.message ?? 'the pipeline has errors'}${more}`,
  );
}
