import type { BackendRequest, Json, Usage } from '@attractor/engine';
import type { Message, ResponseFormat } from '@attractor/llm';

/** The conversation a node starts with: with `full` fidelity the thread's exchanges as they were said, then the prompt (§12, backends.md 3). */
export function openingMessages(request: BackendRequest): Message[] {
  const said = (request.exchanges ?? []).flatMap(({ instruction, answer }): Message[] => [
    userText(instruction),
    // A provider refuses an empty turn; the exchange must keep its place.
    { role: 'assistant', content: [{ type: 'text', text: answer.trim() === '' ? '(no text)' : answer }] },
  ]);
  return [...said, userText(request.prompt)];
}

export function userText(text: string): Message {
  return { role: 'user', content: [{ type: 'text', text }] };
}

/** Structured output by the provider's own option, when the node has a response schema (§23). */
export function responseFormatOf(request: BackendRequest): { readonly responseFormat?: ResponseFormat } {
  const schema = request.responseSchema;
  if (schema === undefined) return {};
  const name = request.node.id.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 64) || 'answer';
  return { responseFormat: { type: 'json_schema', name, schema } };
}

/** Usage as records and events show it. */
export function usageFields(usage: Usage): Json {
  return Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== undefined)) as Json;
}
