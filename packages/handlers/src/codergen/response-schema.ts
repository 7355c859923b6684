import type { Json, JsonObject } from '@attractor/engine';
import { type CompiledSchema, compileSchema } from '@attractor/pipeline';
import { findJsonObjects } from '../verdict/json-objects.ts';

/** An answer under a `response_schema`: its JSON as written and parsed, or what is wrong with it (backends.md 2). */
export type SchemaAnswer =
  | { readonly ok: true; readonly raw: string; readonly value: Json }
  | { readonly ok: false; readonly problems: readonly string[] };

const compiled = new WeakMap<JsonObject, CompiledSchema>();

/** Validates an answer's JSON: the whole text, else the last fenced block, else the last outermost object. Never throws. */
export function checkAnswer(text: string, schema: JsonObject): SchemaAnswer {
  const found = findAnswer(text);
  if (found === undefined) return { ok: false, problems: ['the answer holds no JSON value'] };
  const validator = compiled.get(schema) ?? compileSchema(schema);
  compiled.set(schema, validator);
  if (!validator.ok) return { ok: false, problems: [`the schema itself cannot be used: ${validator.problem}`] };
  const problems = validator.check(found.value);
  return problems.length === 0 ? { ok: true, ...found } : { ok: false, problems: problems.slice(0, 20) };
}

const fence = /^```[A-Za-z]*[ \t]*\n([\s\S]*?)\n```[ \t]*$/gm;

function findAnswer(text: string): { readonly raw: string; readonly value: Json } | undefined {
  const whole = parse(text.trim());
  if (whole !== undefined) return whole;
  const block = [...text.matchAll(fence)].map((match) => parse((match[1] ?? '').trim())).findLast((found) => found !== undefined);
  if (block !== undefined) return block;
  const object = findJsonObjects(text).at(-1);
  return object === undefined ? undefined : parse(text.slice(object.start, object.end));
}

function parse(raw: string): { readonly raw: string; readonly value: Json } | undefined {
  try {
    return { raw, value: JSON.parse(raw) as Json };
  } catch {
    return undefined;
  }
}
