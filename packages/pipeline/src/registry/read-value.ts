import type { Range } from '@attractor/dot';
import type { Json } from '../json.ts';
import type { AttributeDefinition } from './definition.ts';
import { readClock, readDuration } from './duration.ts';

/** What a text is read as: a string, number, boolean, list of strings, or any JSON. */
export type TypedValue = Json;

/**
 * `problem` reads after "`name` ": what was found and what is expected. `range`: of the right type, out of bounds. `part`:
 * where in the text it stands, when it is not the whole of it.
 */
export type ReadResult =
  | { readonly ok: true; readonly value: TypedValue }
  | { readonly ok: false; readonly kind: 'type' | 'range'; readonly problem: string; readonly part?: Range };

/** Reads a text by an attribute's definition (language.md 2). Never throws. */
export function readValue(definition: AttributeDefinition, text: string): ReadResult {
  switch (definition.type) {
    case 'string':
    case 'text':
    case 'condition':
    case 'command':
      return { ok: true, value: text };
    case 'path':
    case 'node-id':
      return { ok: true, value: text.trim() };
    case 'int':
      return readNumber(definition, text, /^[+-]?\d+$/, 'a whole number');
    case 'float':
      return readNumber(definition, text, /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i, 'a number');
    case 'bool':
      return readBoolean(text);
    case 'duration':
      return readDurationValue(definition, text);
    case 'enum':
      return readWord(definition, text.trim());
    case 'list':
      return readList(definition, text);
    case 'json':
      return readJson(text);
  }
}

/** Elements of a comma list, trimmed, empty ones left out. */
export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function wrong(problem: string, kind: 'type' | 'range' = 'type'): ReadResult {
  return { ok: false, kind, problem };
}

function readNumber(definition: AttributeDefinition, text: string, pattern: RegExp, expected: string): ReadResult {
  const trimmed = text.trim();
  const value = pattern.test(trimmed) ? Number(trimmed) : Number.NaN;
  if (!Number.isFinite(value) || (definition.type === 'int' && !Number.isSafeInteger(value))) {
    return wrong(`is ${quote(text)}, expected ${expected}`);
  }
  return inBounds(definition, value, text);
}

function inBounds(definition: AttributeDefinition, value: number, text: string): ReadResult {
  const { minimum, exclusiveMinimum, maximum } = definition;
  if (minimum !== undefined && value < minimum) return wrong(`is ${quote(text)}, expected at least ${minimum}`, 'range');
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
    return wrong(`is ${quote(text)}, expected more than ${exclusiveMinimum}`, 'range');
  if (maximum !== undefined && value > maximum) return wrong(`is ${quote(text)}, expected at most ${maximum}`, 'range');
  return { ok: true, value };
}

function readBoolean(text: string): ReadResult {
  const word = text.trim().toLowerCase();
  if (word === 'true' || word === 'false') return { ok: true, value: word === 'true' };
  return wrong(`is ${quote(text)}, expected true or false; it counts as false`);
}

function readDurationValue(definition: AttributeDefinition, text: string): ReadResult {
  const unit = definition.unit ?? 's';
  const value = (definition.clock === true ? readClock(text) : undefined) ?? readDuration(text, unit);
  if (value !== undefined) return inBounds(definition, value, text);
  const bare = unit === 's' ? 'seconds' : 'milliseconds';
  const clock = definition.clock === true ? ', HH:MM:SS' : '';
  return wrong(`is ${quote(text)}, expected a duration such as 900s, 15m, 2h, 250ms, 1d${clock}, or a whole number of ${bare}`);
}

function readWord(definition: AttributeDefinition, word: string): ReadResult {
  const values = definition.values ?? [];
  return values.includes(word) ? { ok: true, value: word } : wrong(`is ${quote(word)}, expected one of ${values.join(', ')}`);
}

function readList(definition: AttributeDefinition, text: string): ReadResult {
  const items = splitList(text);
  const { values } = definition;
  const odd = values === undefined ? undefined : items.find((item) => !values.includes(item));
  if (odd !== undefined) return wrong(`holds ${quote(odd)}, expected a comma list out of ${values?.join(', ')}`);
  const noKey = definition.items === 'key' ? items.find((item) => !contextKey.test(item)) : undefined;
  if (noKey === undefined) return { ok: true, value: items };
  const expected = 'expected a comma list of context keys, names alone (letters, digits and `_ . / -`)';
  return { ok: false, kind: 'type', problem: `holds ${quote(noKey)}, ${expected}`, part: partOf(text, noKey) };
}

/** A key that a reference or a condition can name; file names are among them, because graphs of others list those. */
const contextKey = /^[\p{L}\p{N}_./-]+$/u;

/** Where an element of a comma list stands. */
function partOf(text: string, item: string): Range {
  let start = 0;
  for (const element of text.split(',')) {
    if (element.trim() === item) {
      const at = start + element.indexOf(item);
      return { start: at, end: at + item.length };
    }
    start += element.length + 1;
  }
  return { start: 0, end: text.length };
}

function readJson(text: string): ReadResult {
  try {
    return { ok: true, value: JSON.parse(text) as Json };
  } catch (error) {
    return wrong(`is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** A value as a message shows it: quoted, on one line, cut at 60 characters. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text);
}
