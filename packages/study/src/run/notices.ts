import type { Caller } from '../tools/study-tool.ts';

/** Engine text for agents (NO). */
export interface Notices {
  /** Queued for a node's own next drain (NO-05). */
  notify(node: string, text: string): void;
  /** What goes after a tool result of the node's own tool; takes it (NO-02, NO-05). In its note tag; empty: nothing. */
  drain(caller: Caller): string;
  /** Something is there that ends a wait: a stop, an operator's note, a new monitor message (DE-20). Kept for the next drain. */
  urgent(caller: Caller): boolean;
  /** Computed fresh, takes nothing (NO-07, NO-08). In its note tag; empty: nothing. */
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

/** A model's or a person's words, made unable to pass for the engine's: the note tag in them is no tag (TU-10, NO-01). */
export function plainWords(text: string): string {
  return text.replaceAll(new RegExp(`<(/?)\\s*${tag}[^<>]*>`, 'gi'), `[$1${tag}]`);
}
