import type { Map } from 'immutable';
import type { ContextView } from '../handler.ts';
import type { Json } from '../json.ts';

/** A frame's context with the secret parameters laid over it: they are readable, and written nowhere (files.md 1). */
export function contextView(context: Map<string, Json>, secrets: ReadonlyMap<string, string>): ContextView {
  return {
    get: (key) => secrets.get(key) ?? context.get(key),
    has: (key) => secrets.has(key) || context.has(key),
    keys: function* () {
      yield* context.keys();
      yield* secrets.keys();
    },
  };
}
