import type { BackendRequest } from '@attractor/engine';
import { type ModelClient, ModelError, type ModelRequest, type ModelResponse, textOf } from '@attractor/llm';
import { usageFields } from '../model/messages.ts';
import { jsonFields, type SessionLog } from '../session/session-log.ts';
import type { Session } from './session.ts';

/** One model call, told to log and observers. Throws a ModelError. */
export async function modelTurn(
  { client, log, observer }: Pick<Session, 'client' | 'log' | 'observer'>,
  request: ModelRequest,
  turn: number,
): Promise<ModelResponse> {
  log.emit('model_call', { provider: client.provider, model: request.model, turn });
  for await (const event of client.stream(request)) {
    if (event.type === 'retry') {
      const data = { turn, attempt: event.attempt, delay_ms: event.delayMs, error: event.error.message };
      log.record('retry', data);
      log.emit('model_retry', data);
      observer?.retry?.({ attempt: event.attempt, delayMs: event.delayMs, error: event.error.message });
    } else if (event.type === 'finish') {
      tell(event.response, turn, log);
      return event.response;
    }
  }
  throw new ModelError({ provider: client.provider, kind: 'protocol', message: 'the stream ended without a finish' });
}

function tell(response: ModelResponse, turn: number, log: SessionLog): void {
  const { provider, model, usage } = response;
  const thinking = response.content.map((part) => (part.type === 'thinking' ? part.text : '')).join('');
  log.record(
    'completion',
    jsonFields({
      turn,
      provider,
      model,
      resolved_model: response.resolvedModel,
      text: textOf(response.content),
      thinking: thinking === '' ? undefined : thinking,
      finish: response.finish.reason,
      usage: usageFields(usage),
    }),
  );
  log.emit('usage', { provider, model, turn, usage: usageFields(usage) });
}

/** What a session begins with, for its log. */
export function recordStart(
  log: SessionLog,
  backend: string,
  client: ModelClient,
  request: ModelRequest,
  prompt: BackendRequest['prompt'],
): void {
  log.record(
    'prompt',
    jsonFields({
      backend,
      provider: client.provider,
      model: request.model,
      effort: request.effort,
      system: request.system,
      replayed_exchanges: (request.messages.length - 1) / 2,
      tools: (request.tools ?? []).map(({ name }) => name),
      prompt,
    }),
  );
}
