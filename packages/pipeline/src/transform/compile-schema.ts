import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Json, JsonObject } from '../json.ts';

/** A schema ready to check answers, or why it is none. */
export type CompiledSchema =
  | { readonly ok: true; readonly check: (value: Json) => readonly string[] }
  | { readonly ok: false; readonly problem: string };

/** Compiles a JSON Schema in ajv's strict mode with the usual formats (§23). `check` answers the violations, each with its place. Never throws. Without `strict`, keywords and formats that it does not know are let pass: for schemas of others. */
export function compileSchema(schema: JsonObject, { strict = true }: { readonly strict?: boolean } = {}): CompiledSchema {
  try {
    const options = { strict, allowUnionTypes: true, allErrors: true, validateSchema: true, logger: false } as const;
    const dialect = schema['$schema'];
    const modern = typeof dialect === 'string' && /2019-09|2020-12/.test(dialect);
    const ajv = modern ? new Ajv2020(options) : new Ajv(options);
    formats.default(ajv as Ajv);
    const validate = ajv.compile(schema);
    return { ok: true, check: (value) => violations(validate, value) };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
}

function violations(validate: ValidateFunction, value: Json): readonly string[] {
  try {
    return validate(value) === true ? [] : (validate.errors ?? []).map(violationText);
  } catch (error) {
    return [`the answer could not be checked: ${error instanceof Error ? error.message : String(error)}`];
  }
}

function violationText(error: ErrorObject): string {
  return `${error.instancePath === '' ? 'the answer' : error.instancePath} ${error.message ?? 'is not valid'}`;
}
