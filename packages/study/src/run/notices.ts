import type { Caller } from '../tools/study-tool.ts';

/** Engine text for agents (NO). */
export interface Notices {
  /** Queued for a node's own next drain (NO-05). */
  notify(node: string, text: string): void;
  /** What goes after a tool result of the node's own tool; takes it (NO-02, NO-05). Empty: nothing. */
  drain(caller: Caller): string;
  /** Computed fresh, takes nothing (NO-07, NO-08). */
  pending(caller: Caller): string;
}

const tag = 'engine-note';

/** The note tag around engine text; white space alone gives nothing (NO-01). */
export function note(text: string): string {
  return text.trim() === '' ? '' : `<${tag}>\n${text.trim()}\n</${tag}>`;
}

/** A text without its notes, for whoever compares a result (rulings H, `expect`). */
export function withoutNotes(text: string): string {
  return text.replaceAll(new RegExp(`\\n*<${tag}>[\\s\\S]*?</${tag}>`, 'g'), '');
}
