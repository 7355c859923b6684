import { valueRange, withRange } from '../../source-range.ts';
import { compileSchema } from '../../transform/compile-schema.ts';
import { readSchema } from '../../transform/response-schemas.ts';
import { attributesOf, placeOf, titleOf } from '../attributes-of.ts';
import type { Rule } from '../rule.ts';

/** A response schema is a JSON Schema in ajv's strict mode (language.md 7, §23). Paths are read before, by preparation. */
export const responseSchemaValid: Rule = {
  id: 'response_schema_valid',
  severity: 'error',
  *check({ graph }) {
    for (const placed of attributesOf(graph)) {
      const { attribute } = placed;
      if (attribute.name !== 'response_schema' || placed.scope !== 'node' || !attribute.text.trimStart().startsWith('{')) continue;
      const read = readSchema(attribute.text);
      const result = read.ok ? compileSchema(read.schema) : read;
      if (result.ok) continue;
      const message = `${titleOf(placed)} is not a valid schema: ${result.problem}`;
      yield { message, ...withRange(valueRange(attribute)), ...placeOf(placed) };
    }
  },
};
