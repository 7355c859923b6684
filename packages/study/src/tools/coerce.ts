import type { Json, JsonObject } from '@attractor/engine';

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const words: Readonly<Record<string, boolean>> = { true: true, '1': true, yes: true, false: false, '0': false, no: false };

/** Texts that models write where the schema declares a number or a boolean, as such (AG-23). What is none stays as it is. */
export function coerceArguments(schema: JsonObject, input: JsonObject): JsonObject {
  const properties = schema['properties'];
  if (!isObject(properties)) return input;
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, coerced(own(properties, name), value)]));
}

function coerced(declared: Json | undefined, value: Json): Json {
  if (typeof value !== 'string' || !isObject(declared)) return value;
  const types = [declared['type']].flat();
  if (types.includes('string')) return value;
  const word = value.trim();
  if (types.includes('boolean')) {
    const flag = own(words, word.toLowerCase());
    if (typeof flag === 'boolean') return flag;
  }
  const number = decimal.test(word) ? Number(word) : Number.NaN;
  if (types.includes('number') && Number.isFinite(number)) return number;
  return types.includes('integer') && Number.isSafeInteger(number) ? number : value;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function own<T>(object: { readonly [key: string]: T }, name: string): T | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
