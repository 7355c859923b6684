import { formatDuration } from '@attractor/pipeline';
import type { AgentSpec, KnobName, StudyConfig } from '@attractor/study';
import type { Args } from '../command.ts';
import { nameFrom } from '../sources/read-source.ts';
import type { Io } from '../terminal/io.ts';
import { manyLines, oneLine } from '../terminal/sanitize.ts';
import { type LoadedStudy, loadStudy } from './load-study.ts';

/** `attractor study show FILE`: the team, its agents, and every setting that is not a default. */
export async function showStudy(args: Args, io: Io): Promise<number> {
  const study = await loadStudy(args, io);
  if (study === undefined) return 2;
  if (args.on('json')) io.out(JSON.stringify(asJson(study)));
  else await showText(study, io);
  return 0;
}

async function showText({ team, config }: LoadedStudy, io: Io): Promise<void> {
  const { teamText } = await import('@attractor/study');
  const title = (text: string): void => io.out(`\n${io.stdoutStyle.bold(text)}`);
  io.out(manyLines(teamText(team)));
  title('Agents');
  for (const agent of team.agents.values()) for (const line of agentLines(agent, io)) io.out(line);
  title('Settings');
  for (const [name, origin] of config.origins) {
    if (origin !== 'default')
      io.out(`  ${name} = ${oneLine(valueText(config, name))}  ${io.stdoutStyle.dim(`(${origin === 'set' ? '--set' : origin})`)}`);
  }
  const off = Object.entries(config.settings.arms).flatMap(([name, on]) => (on ? [] : [name]));
  io.out(
    `  ${io.stdoutStyle.dim(`everything else: defaults${off.length === 0 ? '; all features on' : `; features off: ${off.join(', ')}`}`)}`,
  );
}

function agentLines(agent: AgentSpec, io: Io): string[] {
  const model = [agent.provider, agent.model].filter((part) => part !== undefined).join('/');
  const tools = agent.onlyTools === undefined ? agent.tools : agent.onlyTools;
  const facts = [
    ['role', agent.role],
    ['tools', `${tools.join(', ') || 'none declared'}${agent.onlyTools === undefined ? '' : ' (the whole set, by the configuration)'}`],
    ['report', agent.reportSections.join(', ')],
    ['model', model],
    ['file', agent.file === undefined ? '' : nameFrom(agent.file, io.cwd)],
    ['prompt', agent.prompt.trim() === '' ? 'none' : `${agent.prompt.trim().split('\n').length} line(s)`],
  ] as const;
  return [
    `  ${io.stdoutStyle.cyan(oneLine(agent.name))}  ${oneLine(agent.description)}`,
    ...facts.flatMap(([name, text]) => (text === '' ? [] : [`    ${name.padEnd(7)} ${oneLine(text)}`])),
  ];
}

/** A setting as it was read. */
function valueText({ settings }: StudyConfig, name: KnobName): string {
  const value = (Object.entries(settings) as [string, string | number | boolean | readonly string[]][]).find(([member]) =>
    memberNames(name).includes(member),
  )?.[1];
  if (name.startsWith('feature_')) return settings.arms[name.slice('feature_'.length) as keyof typeof settings.arms] ? 'true' : 'false';
  if (value === undefined) return 'none';
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'number' && (name === 'budget' || name.endsWith('_s')) ? formatDuration(value) : String(value);
}

/** The member of the settings that a knob becomes: `stop_grace_s` is `stopGraceMs`, `budget` is `budgetMs`. */
function memberNames(knob: string): readonly string[] {
  const camel = (word: string): string => word.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return [camel(knob), `${camel(knob.replace(/_s$/, ''))}Ms`];
}

function asJson({ team, config, place }: LoadedStudy): object {
  return {
    graph: place.graph,
    entry: team.entry,
    agents: [...team.agents.values()].map(({ prompt, ...agent }) => ({
      ...agent,
      prompt_lines: prompt === '' ? 0 : prompt.split('\n').length,
    })),
    edges: team.edges,
    settings: config.settings,
    origins: Object.fromEntries(config.origins),
  };
}
