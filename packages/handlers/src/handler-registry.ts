import type { Handler, HandlerRegistry } from '@attractor/engine';

/** Handlers by type: the last registration wins, a type nobody registered gets the default handler (engine.md 15). */
export function createHandlerRegistry(fallback: Handler): HandlerRegistry {
  const byType = new Map<string, Handler>();
  return {
    register: (type, handler) => void byType.set(type, handler),
    resolve: (type) => byType.get(type) ?? fallback,
  };
}
