import type { JsonObject } from '../json.ts';

/**
 * What a provider wants back verbatim with a part it produced (encrypted reasoning, thought signatures). Opaque, and valid for that
 * provider only: adapters of other providers leave it out (backends.md 4).
 */
export interface Signature {
  readonly provider: string;
  readonly value: string;
  /** Identifier of the item that the signature belongs to (OpenAI reasoning items). */
  readonly id?: string;
}

export interface TextPart {
  readonly type: 'text';
  readonly text: string;
  readonly signature?: Signature;
}

export interface ImagePart {
  readonly type: 'image';
  readonly source:
    | { readonly kind: 'base64'; readonly mediaType: string; readonly data: string }
    | { readonly kind: 'url'; readonly url: string; readonly mediaType?: string };
  readonly detail?: 'low' | 'high' | 'auto';
}

/** Reasoning that the model showed; sent back only with the signature of the same provider. */
export interface ThinkingPart {
  readonly type: 'thinking';
  readonly text: string;
  readonly signature?: Signature;
}

/** Reasoning that the provider hides; `signature.value` is the opaque data. */
export interface RedactedThinkingPart {
  readonly type: 'redacted_thinking';
  readonly signature: Signature;
}

/** A call whose arguments are a complete JSON object. */
export interface ToolCallPart {
  readonly type: 'tool_call';
  readonly id: string;
  readonly name: string;
  readonly input: JsonObject;
  readonly signature?: Signature;
}

/** A call whose arguments were cut off or are no JSON object: there is nothing to execute, by type (backends.md 4). */
export interface MalformedToolCallPart {
  readonly type: 'malformed_tool_call';
  readonly id: string;
  readonly name: string;
  /** The arguments as far as they came. */
  readonly text: string;
  readonly problem: string;
  readonly signature?: Signature;
}

export interface ToolResultPart {
  readonly type: 'tool_result';
  readonly callId: string;
  readonly content: readonly (TextPart | ImagePart)[];
  readonly isError?: boolean;
}

export type UserPart = TextPart | ImagePart;
export type AssistantPart = TextPart | ThinkingPart | RedactedThinkingPart | ToolCallPart | MalformedToolCallPart;

/** One turn of a conversation. The system prompt is a field of the request. */
export type Message =
  | { readonly role: 'user'; readonly content: readonly UserPart[] }
  | { readonly role: 'assistant'; readonly content: readonly AssistantPart[] }
  | { readonly role: 'tool'; readonly content: readonly ToolResultPart[] };

/** The text of an answer, parts joined. */
export function textOf(content: readonly { readonly type: string; readonly text?: string }[]): string {
  return content.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join('');
}
