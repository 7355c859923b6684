import { programOnPath } from '@attractor/handlers';
import { execa } from 'execa';
import { agentEnvironment } from './agent-environment.ts';
import type { CommandAgent } from './command-agent.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether an agent is installed and can be started. */
export type Presence =
  | { readonly state: 'ready'; readonly path: string; readonly version: string }
  | { readonly state: 'missing' | 'broken'; readonly problem: string };

/** How long the run waits for a version: some need seconds to start. One that is still at it has at least been started. */
const deadlineMs = 10_000;

/** Looks for the agent on the PATH and asks it for its version, which needs no login and costs nothing. */
export async function findAgent(agent: CommandAgent, environment: Environment): Promise<Presence> {
  const path = programOnPath(agent.command, environment);
  if (path === undefined) return { state: 'missing', problem: `${agent.command} is not on the PATH (${agent.title}: ${agent.install})` };
  const result = await execa(path, ['--version'], {
    env: agentEnvironment(agent, environment),
    extendEnv: false,
    reject: false,
    stdin: 'ignore',
    timeout: deadlineMs,
    forceKillAfterDelay: 1000,
    maxBuffer: 100_000,
  });
  if (result.exitCode === 0) return { state: 'ready', path, version: (result.stdout.split('\n')[0] ?? '').trim().slice(0, 100) };
  if (result.timedOut) return { state: 'ready', path, version: `(no version within ${deadlineMs / 1000} s)` };
  const why = (result.stderr.trim().split('\n')[0] ?? '') || result.shortMessage;
  return { state: 'broken', problem: `${path} cannot be run: ${why?.slice(0, 300)}` };
}
