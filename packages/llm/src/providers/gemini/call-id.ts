import { randomUUID } from 'node:crypto';

const prefix = 'call_gemini_';

/** An id for a call that came without one; it stays in our conversation and is not sent. */
export function ownId(): string {
  return `${prefix}${randomUUID()}`;
}

export function isOwnId(id: string): boolean {
  return id.startsWith(prefix);
}
