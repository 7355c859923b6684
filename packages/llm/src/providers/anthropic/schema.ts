import type { JsonObject } from '../../json.ts';

/**
 * The API wants `additionalProperties: false` on every object of an output schema. It is laid on where the schema leaves it open; an
 * explicit value stays, and the API then says what it does not support.
 */
export function strictSchema(schema: JsonObject): Record<string, unknown> {
  const root = structuredClone(schema) as Record<string, unknown>;
  const pending: unknown[] = [root];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const node = next as Record<string, unknown>;
    if (!Array.isArray(next) && node['type'] === 'object') node['additionalProperties'] ??= false;
    pending.push(...Object.values(node));
  }
  return root;
}
