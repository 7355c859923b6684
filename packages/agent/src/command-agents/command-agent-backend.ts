import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BackendAnswer, type BackendRequest, type CodergenBackend, fail, type Outcome } from '@attractor/engine';
import { endLeftovers } from '@attractor/handlers';
import { defaultProvider, type ModelDefaults } from '../model/pick-model.ts';
import { jsonFields, openSessionLog, type SessionLog } from '../session/session-log.ts';
import { agentBudget } from './agent-budget.ts';
import { agentEnvironment, nodeFolder, nodeVariables, permissionsOf } from './agent-environment.ts';
import { agentPrompt, unheard } from './agent-prompt.ts';
import { nodeChecker, wishProblem } from './check-node.ts';
import type { Collected } from './collect.ts';
import type { AgentCall, AgentSession, CommandAgent } from './command-agent.ts';
import { answerOf } from './read-end.ts';
import { type AgentRun, runAgent } from './run-agent.ts';
import { keptSession, readSession } from './session-value.ts';

export interface CommandAgentOptions {
  /** The operator's environment: the agent's keys, its own configuration, `ATTRACTOR_<AGENT>_PERMISSIONS`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly defaults?: ModelDefaults;
}

/** The backend of a vendor's command-line agent (backends.md 1): a subprocess that edits files and runs commands by its own tools. */
export function commandAgentBackend(agent: CommandAgent, options: CommandAgentOptions): CodergenBackend {
  return {
    name: agent.name,
    needsProvider: true,
    check: nodeChecker(agent, options.environment),
    run: (request) => run(agent, request, options),
  };
}

async function run(agent: CommandAgent, request: BackendRequest, options: CommandAgentOptions): Promise<BackendAnswer | Outcome> {
  const { invocation, node } = request;
  const states = (name: string): boolean => inheritedAttribute(request, name);
  const problem = wishProblem(agent, { states, ...(request.provider === undefined ? {} : { provider: request.provider }) });
  if (problem !== undefined) return fail('deterministic', `node '${node.id}' cannot be served by backend ${agent.name}: ${problem}`);
  // What the attempt of a killed engine left running must not work beside this one (engine.md 14).
  if (invocation.resumed && request.call === 1) await endLeftovers(request.statusFile, invocation.visit);
  const budget = agentBudget(invocation, agent);
  if (!budget.ok) return fail('budget', budget.reason);
  const log = openSessionLog(request);
  let ran = await start(agent, request, options, log, budget.usd, readSession(request.session?.value));
  if (lostSession(agent, ran)) {
    const message = `${agent.title} no longer has the session of this conversation; the node begins a new one`;
    log.record('warning', { message });
    invocation.emit({ type: 'warning', node: node.id, message });
    ran = await start(agent, request, options, log, budget.usd, undefined);
  }
  budget.spent(ran.collected.usage);
  keep(request, ran.collected);
  return answerOf(agent, request, ran, log);
}

function start(
  agent: CommandAgent,
  request: BackendRequest,
  options: CommandAgentOptions,
  log: SessionLog,
  budgetUsd: number | undefined,
  session: AgentSession | undefined,
): Promise<AgentRun> {
  const { invocation, signal, workingDirectory } = request;
  const call = callOf(agent, request, options, log, budgetUsd, session);
  const exchanges = unheard(agent, request, session);
  const input = agentPrompt(agent, request, exchanges);
  log.record(
    'prompt',
    jsonFields({
      backend: agent.name,
      model: call.model,
      effort: call.effort,
      arguments: [agent.command, ...agent.arguments(call)],
      resumed_session: session?.id,
      replayed_exchanges: exchanges.length,
      prompt: input,
    }),
  );
  const environment = { ...agentEnvironment(agent, options.environment), ...nodeVariables(request) };
  return runAgent({ agent, call, environment, input, workingDirectory, signal, log, invocation });
}

/** The agents forget old sessions, or somebody removed it; a run that waited long must go on all the same. */
function lostSession(agent: CommandAgent, { call, collected, stderr }: AgentRun): boolean {
  if (call.session === undefined || (collected.end !== undefined && collected.end !== 'failed')) return false;
  return agent.lostSession.test(`${collected.problem?.message ?? ''}\n${stderr}`);
}

/** Whether the node or its graph states an attribute. */
function inheritedAttribute({ invocation, node }: BackendRequest, name: string): boolean {
  return node.attributes.has(name) || invocation.graph.attributes.has(name);
}

function callOf(
  agent: CommandAgent,
  request: BackendRequest,
  options: CommandAgentOptions,
  log: SessionLog,
  budgetUsd: number | undefined,
  session: AgentSession | undefined,
): AgentCall {
  const model = request.model ?? defaultModel(agent, request, options);
  const effort = request.reasoningEffort;
  const { maxTurns, responseSchema } = request;
  return {
    nodeDirectory: nodeFolder(request),
    permissions: permissionsOf(agent, options.environment),
    ...(model === undefined ? {} : { model }),
    ...(effort !== undefined && agent.efforts.includes(effort) ? { effort } : {}),
    ...(maxTurns !== undefined && agent.takesMaxTurns ? { maxTurns } : {}),
    ...(session === undefined ? {} : { session }),
    ...(budgetUsd === undefined ? {} : { budgetUsd }),
    ...(responseSchema !== undefined && agent.takesSchema(responseSchema)
      ? { schema: { json: responseSchema, file: schemaFile(log, responseSchema) } }
      : {}),
  };
}

/** `--model` is for nodes of the default provider or backend: another agent would not know it. */
function defaultModel(
  agent: CommandAgent,
  { invocation }: BackendRequest,
  { environment, defaults = {} }: CommandAgentOptions,
): string | undefined {
  const isDefault = invocation.services.backend.default === agent.name && defaults.provider === undefined;
  return isDefault || agent.providers.includes(defaultProvider(defaults, environment)) ? defaults.model : undefined;
}

function schemaFile(log: SessionLog, schema: object): string {
  const path = join(log.directory, 'response-schema.json');
  writeFileSync(path, JSON.stringify(schema), { mode: 0o600 });
  return path;
}

/** Also after a failure that leaves work behind: the next node of the thread goes on from there. */
function keep({ session }: BackendRequest, { sessionId, sessionUsage }: Collected): void {
  if (session === undefined || sessionId === undefined) return;
  session.keep(keptSession({ id: sessionId, ...(sessionUsage === undefined ? {} : { used: sessionUsage }) }));
}
