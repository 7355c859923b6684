/** A JSON value; what contexts, journals and events hold. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export type JsonObject = { readonly [key: string]: Json };

/** True when a value survives a JSON round trip unchanged: finite numbers, plain objects, no undefined. */
export function isJson(value: unknown): value is Json {
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const item = pending.pop();
    if (item === null || typeof item === 'string' || typeof item === 'boolean') continue;
    if (typeof item === 'number') {
      if (!Number.isFinite(item)) return false;
    } else if (Array.isArray(item)) pending.push(...item);
    else if (typeof item === 'object' && isPlain(item)) pending.push(...Object.values(item));
    else return false;
  }
  return true;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** How a JSON value reads in a condition, a prompt or an environment variable: text as is, the rest as JSON. */
export function jsonText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
