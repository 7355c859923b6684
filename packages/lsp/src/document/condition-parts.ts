import type { Range } from '@attractor/dot';
import { readKey, readLiteral, readOperator, skipSpace } from '@attractor/pipeline';

/** A lexical part of a condition (language.md 3); ranges index the condition's text. */
export interface ConditionPart {
  readonly kind: 'key' | 'comparison' | 'logic' | 'literal' | 'unknown';
  readonly text: string;
  readonly range: Range;
}

const LOGIC = /&&|\|\||[!()]/y;

/** The parts of a condition in order, also of one that does not parse yet. Linear. */
export function conditionParts(text: string): ConditionPart[] {
  const parts: ConditionPart[] = [];
  const push = (kind: ConditionPart['kind'], start: number, end: number): void => {
    parts.push({ kind, text: text.slice(start, end), range: { start, end } });
  };
  for (let at = skipSpace(text, 0); at < text.length; at = skipSpace(text, at)) {
    LOGIC.lastIndex = at;
    const logic = text.startsWith('!=', at) ? undefined : LOGIC.exec(text)?.[0];
    const last = parts.at(-1)?.kind;
    const operator = last === 'key' ? readOperator(text, at) : undefined;
    const literal = last === 'comparison' && logic === undefined ? readLiteral(text, at) : undefined;
    const key = readKey(text, at);
    const start = at;
    if (logic !== undefined) at += logic.length;
    else if (operator !== undefined) at += operator.length;
    else if (literal !== undefined && literal.next > at) at = literal.next;
    else at += key?.length ?? 1;
    if (logic !== undefined) push('logic', start, at);
    else if (operator !== undefined) push('comparison', start, at);
    else if (literal !== undefined && literal.next > start) push('literal', start, literal.range.end);
    else push(key === undefined ? 'unknown' : 'key', start, at);
  }
  return parts;
}
