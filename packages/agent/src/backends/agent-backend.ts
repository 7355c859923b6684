import { type BackendAnswer, type BackendRequest, type CodergenBackend, fail, type Outcome } from '@attractor/engine';
import { maskerOf, shellOf, steeringQueue } from '@attractor/handlers';
import type { ModelClient } from '@attractor/llm';
import { inheritedValue } from '@attractor/pipeline';
import { recordStart } from '../loop/model-turn.ts';
import { runLoop } from '../loop/run-loop.ts';
import { openNodeServers } from '../mcp/session-servers.ts';
import { type Purse, purseFor } from '../model/admit-call.ts';
import { modelClients } from '../model/clients.ts';
import { modelFailure } from '../model/failure.ts';
import { openingMessages, responseFormatOf } from '../model/messages.ts';
import { pickModel, type ServedModel } from '../model/pick-model.ts';
import { profiles } from '../profile/profile.ts';
import { agentSystemPrompt } from '../prompt/system-prompt.ts';
import { openSessionLog, type SessionLog } from '../session/session-log.ts';
import { commandEnvironment } from '../tools/command-environment.ts';
import { toolHooks } from '../tools/hooks.ts';
import type { ToolContext } from '../tools/tool.ts';
import type { ModelBackendOptions } from './model-backend-options.ts';

/** The backend `agent` (backends.md 4): the coding agent's loop with its tools, over the model client. */
export function agentBackend(options: ModelBackendOptions): CodergenBackend {
  const clientOf = modelClients(options);
  return {
    name: 'agent',
    needsProvider: true,
    async run(request) {
      const picked = pickModel(request, options.defaults ?? {}, options.environment);
      if (!picked.ok) return fail('deterministic', `node '${request.node.id}' cannot be served by backend agent: ${picked.problem}`);
      const client = clientOf(picked.provider.name);
      return runAgent(request, picked, options.recording?.client(request, client) ?? client);
    },
  };
}

/** One session of the agent, over a client that may be any: a provider's, or a recording. */
export async function runAgent(request: BackendRequest, served: ServedModel, client: ModelClient): Promise<BackendAnswer | Outcome> {
  const { invocation } = request;
  const { model, effort } = served;
  const profile = profiles[served.provider.name];
  const log = openSessionLog(request);
  let purse: Purse;
  try {
    purse = await purseFor(invocation, client, model, request.signal);
  } catch (error) {
    return modelFailure(error, undefined);
  }
  const context = toolContext(request, log);
  const opened = await openNodeServers(invocation, context);
  if (!opened.ok) {
    log.record('error', { turn: 0, message: opened.problem });
    log.record('end', { status: request.signal.aborted ? 'aborted' : 'failed', turn_count: 0 });
    return fail('deterministic', opened.problem, { sessionId: log.id });
  }
  const mcp = opened.session;
  const tools = [...profile.tools, ...mcp.tools];
  const session = {
    client,
    purse,
    model,
    system: agentSystemPrompt(request, profile, model),
    opening: openingMessages(request),
    tools: new Map(tools.map((tool) => [tool.name, tool])),
    context,
    hooks: toolHooks(invocation),
    steering: steeringQueue(invocation.directory.path),
    log,
    now: () => invocation.services.clock.monotonic(),
    ...responseFormatOf(request),
    ...(effort === undefined ? {} : { effort }),
    ...(request.maxTurns === undefined ? {} : { maxTurns: request.maxTurns }),
  };
  recordStart(log, 'agent', client, { ...session, messages: session.opening, tools }, request.prompt);
  try {
    return await runLoop(session);
  } finally {
    await mcp.close();
  }
}

function toolContext(request: BackendRequest, log: SessionLog): ToolContext {
  const { invocation, node, statusFile } = request;
  const { environment } = invocation.services;
  return {
    workingDirectory: request.workingDirectory,
    runDirectory: invocation.runDirectory,
    sessionDirectory: log.directory,
    environment: {
      ...commandEnvironment(environment),
      ATTRACTOR_RUN_ID: invocation.runId,
      ATTRACTOR_NODE: node.id,
      ATTRACTOR_VISIT: String(invocation.visit),
      ATTRACTOR_ATTEMPT: String(invocation.attempt),
      ATTRACTOR_STATUS_FILE: statusFile,
    },
    shell: shellOf(inheritedValue(invocation.graph, node, 'shell'), environment),
    masker: maskerOf(invocation),
    signal: request.signal,
  };
}
