import type { Json } from '@attractor/engine';
import type { AskedHead } from './format.ts';

/** What is asked as lines for a reader and a diff. */
export function askedLines(head: AskedHead, messages: readonly Json[] = []): string[] {
  return [...Object.entries(head).flatMap(([key, value]) => fieldLines(key, value)), ...messages.flatMap(messageLines)];
}

function fieldLines(key: string, value: Json): string[] {
  if (typeof value === 'string' && value.includes('\n')) return [`[${key}]`, ...value.split('\n')];
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => `[${key}] ${plain(item)}`);
  return [`${key}: ${plain(value)}`];
}

function messageLines(message: Json): string[] {
  const { role, content } = message as unknown as { readonly role: string; readonly content: readonly PartView[] };
  return content.flatMap((part) => partLines(role, part));
}

interface PartView {
  readonly type: string;
  readonly text?: string;
  readonly content?: readonly PartView[];
}

function partLines(role: string, part: PartView): string[] {
  if (part.type === 'text') return [`[${role}]`, ...(part.text ?? '').split('\n')];
  if (part.type === 'tool_result') return ['[tool result]', ...(part.content ?? []).flatMap((item) => partLines('tool', item).slice(1))];
  const { type, ...rest } = part;
  return [`[${role}: ${type}]`, plain(rest as unknown as Json)];
}

function plain(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
