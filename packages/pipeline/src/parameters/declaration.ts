import type { Range } from '@attractor/dot';
import type { Graph } from '../model.ts';

/** One entry of graph `params`: `name`, `name=default`, `name!` (language.md 2). */
export interface ParameterDeclaration {
  readonly name: string;
  readonly required: boolean;
  readonly default?: string;
  /** Indexes into the attribute's text. */
  readonly range: Range;
  /** Why the entry cannot be read. */
  readonly problem?: string;
}

const entry = /^([A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)*)\s*(!|=([\s\S]*))?$/;

/** The declared parameters in order, unreadable entries with their problem. */
export function declaredParameters(graph: Graph): ParameterDeclaration[] {
  const text = graph.attributes.get('params')?.text ?? '';
  const found: ParameterDeclaration[] = [];
  let start = 0;
  for (const part of text.split(',')) {
    const trimmed = part.trim();
    const at = start + part.indexOf(trimmed);
    start += part.length + 1;
    if (trimmed !== '') found.push(read(trimmed, { start: at, end: at + trimmed.length }));
  }
  return found;
}

function read(text: string, range: Range): ParameterDeclaration {
  const match = entry.exec(text);
  if (match === null) return { name: text, required: false, range, problem: 'expected `name`, `name=default` or `name!`' };
  const [, name = '', mark, value] = match;
  return { name, required: mark === '!', range, ...(value === undefined ? {} : { default: value.trim() }) };
}
