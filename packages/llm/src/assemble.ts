import { isJsonObject, parseJson } from './json.ts';
import type { StreamEvent } from './model/event.ts';
import type { AssistantPart, Signature } from './model/message.ts';
import type { FinishReason } from './model/response.ts';
import type { ProviderEvent } from './providers/provider.ts';

type Kind = 'text' | 'thinking' | 'redacted_thinking' | 'tool_call';
type PartEvent = Exclude<ProviderEvent, { readonly type: 'start' | 'end' }>;

interface Growing {
  readonly index: number;
  kind: Kind;
  readonly chunks: string[];
  readonly id: string;
  readonly name: string;
  signature?: Signature;
}

/** Collects the parts of an answer while their deltas pass; linear in the answer's length. */
export interface Assembly {
  /** The public event for an adapter's event, if it has one. */
  add(event: PartEvent): StreamEvent | undefined;
  content(reason: FinishReason): AssistantPart[];
  hasToolCall(): boolean;
}

export function createAssembly(provider: string): Assembly {
  const parts = new Map<string, Growing>();

  const grow = (key: string, kind: Kind, id = '', name = ''): Growing => {
    const known = parts.get(key);
    if (known !== undefined) return known;
    const part: Growing = { index: parts.size, kind, chunks: [], id, name };
    parts.set(key, part);
    return part;
  };

  return {
    add(event) {
      switch (event.type) {
        case 'text':
        case 'thinking': {
          const part = grow(event.part, event.type);
          part.chunks.push(event.delta);
          return event.delta === '' ? undefined : { type: event.type, index: part.index, delta: event.delta };
        }
        case 'redacted_thinking':
          grow(event.part, 'redacted_thinking').signature = { provider, value: event.data };
          return undefined;
        case 'signature': {
          const signature = { provider, value: event.value, ...(event.id === undefined ? {} : { id: event.id }) };
          const part = grow(event.part, 'thinking');
          // Some providers send a signature in pieces.
          part.signature = part.signature === undefined ? signature : { ...signature, value: part.signature.value + event.value };
          return undefined;
        }
        case 'tool_call': {
          const { index } = grow(event.part, 'tool_call', event.id, event.name);
          return { type: 'tool_call', index, id: event.id, name: event.name };
        }
        case 'arguments': {
          const part = grow(event.part, 'tool_call');
          part.chunks.push(event.delta);
          return event.delta === '' ? undefined : { type: 'tool_call_delta', index: part.index, delta: event.delta };
        }
      }
    },
    hasToolCall: () => [...parts.values()].some((part) => part.kind === 'tool_call'),
    content: (reason) => [...parts.values()].flatMap((part) => finished(part, reason)),
  };
}

function finished(part: Growing, reason: FinishReason): AssistantPart[] {
  const text = part.chunks.join('');
  const signature = part.signature === undefined ? {} : { signature: part.signature };
  switch (part.kind) {
    case 'text':
      return text === '' && part.signature === undefined ? [] : [{ type: 'text', text, ...signature }];
    case 'thinking':
      return text === '' && part.signature === undefined ? [] : [{ type: 'thinking', text, ...signature }];
    case 'redacted_thinking':
      return part.signature === undefined ? [] : [{ type: 'redacted_thinking', signature: part.signature }];
    case 'tool_call': {
      const call = { id: part.id, name: part.name, ...signature };
      // No argument at all is a call without arguments, unless the answer ran into its limit before the first of them.
      const input = text.trim() === '' && reason !== 'length' ? {} : parseJson(text);
      if (isJsonObject(input)) return [{ type: 'tool_call', ...call, input }];
      const problem =
        input === undefined ? `the arguments are ${reason === 'length' ? 'cut off' : 'no JSON'}` : 'the arguments are no JSON object';
      return [{ type: 'malformed_tool_call', ...call, text, problem }];
    }
  }
}
