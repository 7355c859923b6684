import type { Json } from '../json.ts';

type Target = Json[] | Record<string, Json>;

/** Applies a text function to every key, string and number of a JSON value, without recursion; the same value when nothing changes. */
export function maskJson(value: Json, mask: (text: string) => string): Json {
  const holder: Json[] = [value];
  const pending: { readonly target: Target; readonly key: string | number; readonly value: Json }[] = [{ target: holder, key: 0, value }];
  let changed = false;
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    const { target, key, value: old } = item;
    if (typeof old === 'string') {
      const masked = mask(old);
      changed ||= masked !== old;
      put(target, key, masked);
    } else if (typeof old === 'number') {
      const masked = mask(String(old));
      const same = masked === String(old);
      changed ||= !same;
      put(target, key, same ? old : masked);
    } else if (old === null || typeof old === 'boolean') {
      put(target, key, old);
    } else {
      const copy: Target = Array.isArray(old) ? [] : {};
      put(target, key, copy);
      for (const [name, child] of Object.entries(old)) {
        const masked = Array.isArray(copy) ? Number(name) : mask(name);
        changed ||= typeof masked === 'string' && masked !== name;
        // Reserved now, filled later: keys keep their order.
        put(copy, masked, null);
        pending.push({ target: copy, key: masked, value: child as Json });
      }
    }
  }
  return changed ? (holder[0] ?? null) : value;
}

/** `__proto__` is a key like any other in JSON. */
function put(target: Target, key: string | number, value: Json): void {
  if (key === '__proto__') Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  else (target as Record<string | number, Json>)[key] = value;
}
