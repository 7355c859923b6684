import { createHash } from 'node:crypto';
import type { BackendRequest, Json, JsonObject, Masker } from '@attractor/engine';
import type { Message, ModelRequest } from '@attractor/llm';
import { canonicalJson } from '@attractor/pipeline';
import type { AskedHead } from './format.ts';
import { comparable, type Portable } from './portable.ts';

/** What a provider is asked: the head is everything but the conversation. */
export interface Asked {
  readonly head: AskedHead;
  readonly messages: readonly Json[];
}

/** Brings what is asked into the form that is recorded and compared. Messages are looked at once, however often they are sent. */
export interface Asker {
  turn(provider: string, request: ModelRequest): Asked;
  /** What a backend that calls no provider of ours is asked. */
  whole(request: BackendRequest): AskedHead;
}

export function asker(portable: Portable, masker: Masker): Asker {
  const known = new WeakMap<Message, Json>();
  const clean = (value: Json): Json => comparable(masker.json(portable.out(value)));
  const messageOf = (message: Message): Json => {
    const seen = known.get(message) ?? clean({ role: message.role, content: message.content.map(partOf) });
    known.set(message, seen);
    return seen;
  };
  return {
    turn(provider, { model, effort, system, tools, responseFormat, messages }) {
      const head = { provider, model, effort, system, tools, responseFormat };
      return { head: clean(defined(head)) as AskedHead, messages: messages.map(messageOf) };
    },
    whole(request) {
      const { prompt, model, provider, reasoningEffort, responseSchema } = request;
      // Ids of a vendor's own sessions are nobody's question.
      const exchanges = request.exchanges?.map(({ instruction, answer }) => ({ instruction, answer }));
      return clean(defined({ prompt, exchanges, model, provider, effort: reasoningEffort, responseSchema })) as AskedHead;
    },
  };
}

/** Ids of tool calls and signatures are the provider's own; an image is told by its digest. */
function partOf(part: Message['content'][number]): JsonObject {
  switch (part.type) {
    case 'text':
    case 'thinking':
      return { type: part.type, text: part.text };
    case 'redacted_thinking':
      return { type: part.type };
    case 'tool_call':
      return { type: part.type, name: part.name, input: part.input };
    case 'malformed_tool_call':
      return { type: part.type, name: part.name, text: part.text };
    case 'tool_result':
      return { type: part.type, content: part.content.map(partOf), ...(part.isError === true ? { isError: true } : {}) };
    case 'image': {
      const { source } = part;
      if (source.kind === 'url') return { type: 'image', url: source.url };
      return { type: 'image', mediaType: source.mediaType, sha256: createHash('sha256').update(source.data).digest('hex') };
    }
  }
}

function defined(fields: Readonly<Record<string, unknown>>): JsonObject {
  return JSON.parse(JSON.stringify(fields)) as JsonObject;
}

/** A digest of what is asked. */
export function digestOf(head: AskedHead, messages: readonly Json[] = []): string {
  const hash = createHash('sha256').update(canonicalJson(head));
  for (const message of messages) hash.update('\n').update(canonicalJson(message));
  return hash.digest('hex');
}
