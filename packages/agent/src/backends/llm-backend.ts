import { type BackendAnswer, type BackendRequest, type CodergenBackend, fail, type Outcome } from '@attractor/engine';
import { type ModelClient, type ModelResponse, textOf } from '@attractor/llm';
import { modelTurn, recordStart } from '../loop/model-turn.ts';
import { purseFor, requestBytes } from '../model/admit-call.ts';
import { modelClients } from '../model/clients.ts';
import { modelFailure, unfinished } from '../model/failure.ts';
import { openingMessages, responseFormatOf } from '../model/messages.ts';
import { pickModel, type ServedModel } from '../model/pick-model.ts';
import { callSystemPrompt } from '../prompt/system-prompt.ts';
import { openSessionLog } from '../session/session-log.ts';
import type { ModelBackendOptions } from './model-backend-options.ts';

/** The backend `llm` (backends.md 1): one model call, no tools; the verdict is read out of the text. */
export function llmBackend(options: ModelBackendOptions): CodergenBackend {
  const clientOf = modelClients(options);
  return {
    name: 'llm',
    needsProvider: true,
    async run(request) {
      const picked = pickModel(request, options.defaults ?? {}, options.environment);
      if (!picked.ok) return fail('deterministic', `node '${request.node.id}' cannot be served by backend llm: ${picked.problem}`);
      const client = clientOf(picked.provider.name);
      return runCall(request, picked, options.recording?.client(request, client) ?? client);
    },
  };
}

/** One call over a client that may be any: a provider's, or a recording. */
export async function runCall(request: BackendRequest, picked: ServedModel, client: ModelClient): Promise<BackendAnswer | Outcome> {
  const log = openSessionLog(request);
  const call = {
    model: picked.model,
    system: callSystemPrompt(request),
    messages: openingMessages(request),
    signal: request.signal,
    ...responseFormatOf(request),
    ...(picked.effort === undefined ? {} : { effort: picked.effort }),
  };
  recordStart(log, 'llm', client, call, request.prompt);
  let response: ModelResponse;
  let tight = false;
  try {
    const purse = await purseFor(request.invocation, client, picked.model, request.signal);
    const admitted = await purse.admit(
      () => requestBytes(call),
      request.signal,
      () => log.emit('waiting_for_budget', {}),
    );
    if (!admitted.ok) {
      log.record('end', { status: 'budget', turn_count: 0 });
      return fail('budget', admitted.reason, { sessionId: log.id });
    }
    const { maxTokens } = admitted;
    tight = admitted.tight === true;
    response = await modelTurn({ client, log }, { ...call, ...(maxTokens === undefined ? {} : { maxTokens }) }, 1);
    purse.spent(response);
  } catch (error) {
    log.record('error', { turn: 1, message: error instanceof Error ? error.message : String(error) });
    log.record('end', { status: request.signal.aborted ? 'aborted' : 'failed', turn_count: 1 });
    return modelFailure(error, undefined);
  }
  const answer = { text: textOf(response.content), usage: response.usage, sessionId: log.id, toolCalls: 0 };
  const broken = unfinished(response.finish.reason, answer, tight);
  log.record('end', { status: broken === undefined ? 'completed' : 'unfinished', turn_count: 1 });
  return broken ?? answer;
}
