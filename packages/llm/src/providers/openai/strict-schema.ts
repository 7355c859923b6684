import type { JsonObject } from '../../json.ts';

/**
 * Whether a schema keeps the rules of strict mode: each object closed, each property required. Otherwise strict mode refuses the
 * request, and the looser mode, with our own validation after it, is right.
 */
export function isStrict(schema: JsonObject): boolean {
  const pending: unknown[] = [schema];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const node = next as Readonly<Record<string, unknown>>;
    if (!Array.isArray(next) && node['type'] === 'object') {
      const { properties, required } = node;
      const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
      const needed = Array.isArray(required) ? required : [];
      if (node['additionalProperties'] !== false || names.some((name) => !needed.includes(name))) return false;
    }
    pending.push(...Object.values(node));
  }
  return true;
}
