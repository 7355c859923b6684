import { dirname } from 'node:path';
import type { BackendRequest } from '@attractor/engine';
import { commandEnvironment } from '../tools/command-environment.ts';
import type { CommandAgent } from './command-agent.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Names, separated by commas or blanks, of further secrets that the operator lets pass to command-line agents. */
const passVariable = 'ATTRACTOR_AGENT_ENV';

/**
 * The environment of a command-line agent: that of the model's commands, without keys and other secrets, and the agent's own keys.
 * An agent that a run is started from has nothing to do with the one the run starts.
 */
export function agentEnvironment(agent: CommandAgent, environment: Environment): Record<string, string> {
  const named = new Set((environment[passVariable] ?? '').split(/[\s,]+/));
  const own = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && (named.has(entry[0]) || agent.ownsVariable(entry[0], environment)),
  );
  const {
    CLAUDECODE: _session,
    CLAUDE_CODE_ENTRYPOINT: _entry,
    ...rest
  } = {
    ...agent.environment,
    ...commandEnvironment(environment),
    ...Object.fromEntries(own),
  };
  return rest;
}

/** What a node's process is told about its node, as tools are (engine.md 10). */
export function nodeVariables({ invocation, node, statusFile }: BackendRequest): Record<string, string> {
  return {
    ATTRACTOR_RUN_ID: invocation.runId,
    ATTRACTOR_NODE: node.id,
    ATTRACTOR_VISIT: String(invocation.visit),
    ATTRACTOR_ATTEMPT: String(invocation.attempt),
    ATTRACTOR_STATUS_FILE: statusFile,
  };
}

/** How much the agent may do without asking: the operator's words for it, separated by blanks, else the agent's defaults. */
export function permissionsOf(agent: CommandAgent, environment: Environment): readonly string[] {
  const given = environment[agent.permissionsVariable]?.trim() ?? '';
  return given === '' ? agent.permissions : given.split(/\s+/);
}

/** Folder that holds the status file. */
export function nodeFolder({ statusFile }: BackendRequest): string {
  return dirname(statusFile);
}
