import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Graph } from '@attractor/pipeline';
import type { StudyConfig, Team } from '@attractor/study';
import { type Args, UserError } from '../command.ts';
import { readFailure } from '../run/parameters.ts';
import { loadPipeline } from '../sources/load-pipeline.ts';
import { readInputText } from '../sources/read-input.ts';
import { nameFrom } from '../sources/read-source.ts';
import { distinct, type Finding, findingText, inReadingOrder } from '../sources/report.ts';
import type { Io } from '../terminal/io.ts';
import { oneLine } from '../terminal/sanitize.ts';
import { findStudy, type StudyPlace } from './find-study.ts';

/** A study as it would run. */
export interface LoadedStudy {
  readonly place: StudyPlace;
  readonly graph: Graph;
  readonly team: Team;
  readonly config: StudyConfig;
  readonly warnings: number;
}

/** Reads graph, agent files and configuration of a study; says what is wrong with them. Undefined when a run would be refused. */
export async function loadStudy(args: Args, io: Io, tells: 'all' | 'errors' = 'all'): Promise<LoadedStudy | undefined> {
  const place = await findStudy(args.positionals[0] ?? '', args.text('graph'), io);
  const { prepared, findings, ok } = await loadPipeline(place.graph, { workingDirectory: place.folder }, io);
  const shown = inReadingOrder(distinct(findings)).filter(
    ({ diagnostic: { severity } }) => severity === 'error' || (tells === 'all' && severity === 'warning'),
  );
  for (const finding of shown) io.err(findingText(finding, io.stderrStyle, io.columns));
  const { graphValue } = await import('@attractor/pipeline');
  if (!graphValue(prepared.graph, 'study'))
    throw new UserError(`${nameFrom(place.graph, io.cwd)} is no study: its graph does not set study=true`);
  const { gatedText, notBuiltWarning, resolveConfig, teamOf } = await import('@attractor/study');
  const file = configFile(place.folder, io);
  const reading = resolveConfig({
    graph: prepared.graph,
    folder: place.folder,
    set: args.list('set'),
    ...(file === undefined ? {} : { file }),
  });
  const warn = (message: string): void => void (tells === 'all' && io.err(`${io.stderrStyle.yellow('warning:')} ${oneLine(message)}`));
  for (const message of reading.warnings) warn(message);
  for (const message of reading.ok ? [] : reading.problems) io.err(`${io.stderrStyle.red('error:')} ${oneLine(message)}`);
  if (!reading.ok || !ok) return undefined;
  const team = teamOf(prepared.graph, { workingDirectory: place.folder, nodes: reading.config.nodes });
  const { arms } = reading.config.settings;
  const notes = [...team.agents.values()].flatMap((agent) =>
    gatedText(agent.prompt, { arms, nodes: team.agents, tools: new Set(agent.tools) }).problems.map(
      ({ line, message }) => `the prompt of ${agent.name}, line ${line}: ${message}`,
    ),
  );
  const notBuilt = notBuiltWarning(reading.config, team);
  if (notBuilt !== undefined) notes.push(notBuilt);
  for (const message of notes) warn(message);
  const warnings = shown.filter(isWarning).length + reading.warnings.length + notes.length;
  return { place, graph: prepared.graph, team, config: reading.config, warnings };
}

function isWarning({ diagnostic }: Finding): boolean {
  return diagnostic.severity === 'warning';
}

/** `study.yaml` of the study folder. */
function configFile(folder: string, io: Io): { readonly path: string; readonly text: string } | undefined {
  const path = join(folder, 'study.yaml');
  if (!existsSync(path)) return undefined;
  try {
    return { path: nameFrom(path, io.cwd), text: readInputText(path) };
  } catch (error) {
    throw new UserError(`cannot read ${nameFrom(path, io.cwd)}: ${readFailure(error)}`);
  }
}
