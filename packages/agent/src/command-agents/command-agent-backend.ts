import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type BackendAnswer,
  type BackendRequest,
  type CodergenBackend,
  fail,
  HandlerError,
  type Outcome,
  type Usage,
} from '@attractor/engine';
import { endLeftovers } from '@attractor/handlers';
import type { ModelDefaults } from '../model/pick-model.ts';
import { jsonFields, openSessionLog, type SessionLog } from '../session/session-log.ts';
import { agentBudget } from './agent-budget.ts';
import { agentEnvironment, nodeFolder, nodeVariables, permissionsOf } from './agent-environment.ts';
import { agentFailure, problemKind } from './agent-failure.ts';
import { agentPrompt, unheard } from './agent-prompt.ts';
import { nodeChecker, wishProblem } from './check-node.ts';
import type { Collected } from './collect.ts';
import type { AgentCall, AgentProblem, CommandAgent } from './command-agent.ts';
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
  const { invocation, node, signal } = request;
  const states = (name: string): boolean => inheritedAttribute(request, name);
  const problem = wishProblem(agent, { states, ...(request.provider === undefined ? {} : { provider: request.provider }) });
  if (problem !== undefined) return fail('deterministic', `node '${node.id}' cannot be served by backend ${agent.name}: ${problem}`);
  // What the attempt of a killed engine left running must not work beside this one (engine.md 14).
  if (invocation.resumed && request.call === 1) await endLeftovers(request.statusFile, invocation.visit);
  const budget = agentBudget(invocation, agent);
  if (!budget.ok) return fail('budget', budget.reason);
  const log = openSessionLog(request);
  const call = callOf(agent, request, options, log, budget.usd);
  const input = agentPrompt(agent, request);
  const told = unheard(agent, request).length;
  log.record(
    'prompt',
    jsonFields({
      backend: agent.name,
      model: call.model,
      effort: call.effort,
      arguments: [agent.command, ...agent.arguments(call)],
      resumed_session: call.session?.id,
      replayed_exchanges: told,
      prompt: input,
    }),
  );
  log.emit('model_call', { provider: agent.name, model: call.model ?? agent.command, turn: 1 });
  const environment = { ...agentEnvironment(agent, options.environment), ...nodeVariables(request) };
  const ran = await runAgent({ agent, call, environment, input, workingDirectory: request.workingDirectory, signal, log, invocation });
  budget.spent(ran.collected.usage);
  keep(request, ran.collected);
  return answerOf(agent, request, ran, log);
}

/** Whether the node or its graph states an attribute. */
function inheritedAttribute({ invocation, node }: BackendRequest, name: string): boolean {
  return node.attributes.has(name) || invocation.graph.attributes.has(name);
}

function callOf(
  agent: CommandAgent,
  request: BackendRequest,
  { environment, defaults }: CommandAgentOptions,
  log: SessionLog,
  budgetUsd: number | undefined,
): AgentCall {
  const model = request.model ?? defaultModel(agent, request, defaults);
  const effort = request.reasoningEffort;
  const session = readSession(request.session?.value);
  const { maxTurns, responseSchema } = request;
  return {
    nodeDirectory: nodeFolder(request),
    permissions: permissionsOf(agent, environment),
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
function defaultModel(agent: CommandAgent, { invocation }: BackendRequest, defaults: ModelDefaults = {}): string | undefined {
  const { provider, model } = defaults;
  const meant = provider === undefined ? invocation.services.backend.default === agent.name : agent.providers.includes(provider);
  return meant ? model : undefined;
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

/** The table of ends: what the lines said counts before the exit code, and that before what stderr says. */
function answerOf(
  agent: CommandAgent,
  request: BackendRequest,
  { collected, end, stderr, dropped }: AgentRun,
  log: SessionLog,
): BackendAnswer | Outcome {
  const { text, usage, turns } = collected;
  const extra = { sessionId: log.id, ...(usage === undefined ? {} : { usage }) };
  const close = (status: string, fields: Record<string, string> = {}): void =>
    log.record('end', { status, turn_count: turns, exit: exitWord(end), ...fields });
  const failed = (problem: AgentProblem, kind = problemKind(agent, problem)): Outcome => {
    close(kind === 'quota' ? 'quota' : 'failed', { reason: problem.message });
    return agentFailure(agent, kind, problem, usage);
  };
  if (request.signal.aborted) {
    close('aborted');
    throw new HandlerError('the agent was interrupted', {
      retryable: false,
      type: 'AbortError',
      ...(usage === undefined ? {} : { usage }),
    });
  }
  if (end.kind === 'not-started') {
    const hint = end.missing ? ` (${agent.title}: ${agent.install})` : '';
    close('failed', { reason: end.problem });
    return fail('deterministic', `node '${request.node.id}' cannot be served by backend ${agent.name}: ${end.problem}${hint}`);
  }
  switch (collected.end) {
    case 'completed':
      close('completed');
      return { text, toolCalls: collected.toolCalls, ...extra };
    case 'turn_limit':
      close('turn_limit');
      return fail('deterministic', `turn_limit: ${agent.title} was not done after max_turns turns; its work is kept`, {
        ...extra,
        responseText: text,
      });
    case 'budget':
      close('budget');
      return fail('budget', `budget_exceeded: ${agent.title} has used up what was left of the run's money`, {
        ...extra,
        responseText: text,
      });
    case 'failed':
      return failed(collected.problem ?? { message: 'it failed without a reason' });
    case undefined:
      break;
  }
  const said = stderr.trim() || collected.complaint;
  const tail = said.slice(-2000);
  if (end.kind === 'killed') {
    close('failed', { reason: end.signal });
    return fail('deterministic', `${agent.title} was ended by ${end.signal}${tail === '' ? '' : `: ${tail}`}`, extra);
  }
  if (end.kind === 'ended' && end.exitCode !== 0) {
    const message = `exit code ${end.exitCode}: ${tail === '' ? 'nothing on stderr' : tail}`;
    const byWords = problemKind(agent, { message: tail });
    return failed({ message }, byWords === 'bad_request' ? (agent.exits[end.exitCode] ?? 'bad_request') : byWords);
  }
  const lost = dropped > 0 ? `; ${dropped} lines were too long to be read` : '';
  return failed(
    { message: `${agent.command} ended without saying how its work ended${lost}${tail === '' ? '' : `: ${tail}`}` },
    'truncated_stream',
  );
}

function exitWord(end: AgentRun['end']): string {
  switch (end.kind) {
    case 'ended':
      return String(end.exitCode);
    case 'killed':
      return end.signal;
    case 'aborted':
    case 'not-started':
      return end.kind;
  }
}
