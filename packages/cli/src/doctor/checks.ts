import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { programOnPath } from '@attractor/handlers';
import type { Io } from '../terminal/io.ts';
import { oneLine } from '../terminal/sanitize.ts';

export interface Finding {
  readonly state: 'ok' | 'note' | 'problem';
  readonly what: string;
  readonly text: string;
}

/** The checks of `attractor doctor`, in order; a new check is one function and one line here. */
export const checks: readonly ((io: Io) => Finding | Promise<Finding>)[] = [node, shell, git, keys, agents, terminal, runDirectory];

function node(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const ok = major > 20 || (major === 20 && minor >= 19);
  return {
    state: ok ? 'ok' : 'problem',
    what: 'node',
    text: ok ? `v${process.versions.node}` : `v${process.versions.node}; 20.19 or newer is needed`,
  };
}

function shell(io: Io): Finding {
  const bash = programOnPath('bash', io.environment);
  if (bash !== undefined) return { state: 'ok', what: 'shell', text: `tool commands run under ${bash}` };
  return existsSync('/bin/sh')
    ? { state: 'note', what: 'shell', text: 'tool commands run under /bin/sh, since bash is not on the PATH' }
    : { state: 'problem', what: 'shell', text: 'neither bash nor /bin/sh is here; tool nodes cannot run. Install bash.' };
}

function git(io: Io): Finding {
  const path = programOnPath('git', io.environment);
  if (path === undefined) return { state: 'note', what: 'git', text: 'not on the PATH; pipelines whose commands use git will fail' };
  const result = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 5000 });
  return result.status === 0
    ? { state: 'ok', what: 'git', text: oneLine(result.stdout.trim()) }
    : { state: 'problem', what: 'git', text: `${path} does not run` };
}

/** Presence only; `--deep` uses the keys. */
async function keys(io: Io): Promise<Finding> {
  const { missingForProvider, providers } = await import('@attractor/llm');
  const there = providers.filter((info) => missingForProvider(info, { environment: io.environment }) === undefined);
  if (there.length > 0)
    return { state: 'ok', what: 'keys', text: `set for ${there.map(({ name }) => name).join(', ')} (not shown, not tried; --deep asks)` };
  const names = providers.filter(({ needsKey }) => needsKey).map(({ credentials }) => credentials[0].keyVariable);
  return { state: 'note', what: 'keys', text: `none of ${names.join(', ')} is set; pipelines run with --simulate or --script` };
}

/** Which of the vendors' command-line agents can be started; none is needed unless a graph asks for it. */
async function agents(io: Io): Promise<Finding> {
  const { commandAgents, findAgent } = await import('@attractor/agent');
  const found = await Promise.all(
    commandAgents.map(async (each) => ({ name: each.name, presence: await findAgent(each, io.environment) })),
  );
  const broken = found.flatMap(({ presence }) => (presence.state === 'broken' ? [presence.problem] : []));
  const words = found.map(({ name, presence }) =>
    presence.state === 'ready'
      ? `${name} ${/\d+\.\d+[\w.-]*/.exec(presence.version)?.[0] ?? presence.version}`
      : `${name} ${presence.state === 'missing' ? 'not installed' : 'broken'}`,
  );
  const text = oneLine([words.join(', '), ...broken].join('; '));
  return { state: broken.length > 0 ? 'note' : 'ok', what: 'agents', text };
}

function terminal(io: Io): Finding {
  if (io.live) return { state: 'ok', what: 'terminal', text: `${process.stderr.columns} columns, live view` };
  const why = process.stderr.isTTY === true ? 'CI, NO_COLOR or TERM=dumb is set' : 'stderr is not a terminal';
  return { state: 'ok', what: 'terminal', text: `plain lines (${why})` };
}

/** The nearest existing ancestor of the run directory must let us make folders. */
function runDirectory(io: Io): Finding {
  const wanted = resolve(io.cwd, '.attractor/runs');
  let place = wanted;
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place);
  try {
    if (!statSync(place).isDirectory())
      return { state: 'problem', what: 'runs', text: `${place} is not a folder; runs are kept in ${wanted}` };
    accessSync(place, constants.W_OK | constants.X_OK);
    return { state: 'ok', what: 'runs', text: `kept in ${wanted}` };
  } catch {
    return { state: 'problem', what: 'runs', text: `cannot write to ${place}; run elsewhere or give --logs-root` };
  }
}
