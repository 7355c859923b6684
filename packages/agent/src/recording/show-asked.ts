import type { Json } from '@attractor/engine';
import type { AskedHead } from './format.ts';

/** What is asked as lines for a reader and a diff. */
export function askedLines(head: AskedHead, messages: readonly Json[] = []): string[] {
  const lines: string[] = [];
  for (const [key, value] of Object.entries(head)) {
    if (typeof value === 'string' && value.includes('\n')) lines.push(`[${key}]`, ...value.split('\n'));
    else if (Array.isArray(value)) lines.push(...(value as readonly Json[]).map((item) => `[${key}] ${plain(item)}`));
    else lines.push(`${key}: ${plain(value)}`);
  }
  for (const message of messages) lines.push(...messageLines(message));
  return lines;
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
