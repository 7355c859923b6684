import type { ContextView, Json, JsonObject } from '@attractor/engine';

/** A context with values laid over it, for texts that a handler adds to a prompt: what is inserted is never scanned again (language.md 4). */
export function overlayContext(context: ContextView, values: JsonObject): ContextView {
  const own = new Map<string, Json>(Object.entries(values));
  return {
    get: (key) => own.get(key) ?? context.get(key),
    has: (key) => own.has(key) || context.has(key),
    *keys() {
      for (const key of context.keys()) if (!own.has(key)) yield key;
      yield* own.keys();
    },
  };
}
