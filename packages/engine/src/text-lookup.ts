import type { ContextView } from './handler.ts';
import type { Json } from './json.ts';

/** How a text of a node is looked up (language.md 4): context keys, and the names that mean more than a key. */
export interface TextLookup {
  get(key: string): Json | undefined;
  has(key: string): boolean;
}

const hidden = /^feedback\.channel\./;

/** The lookup for prompts, labels, paths and other texts: `$goal` is the graph's goal, `$context` the last response; feedback channels are not expandable (engine.md 7). */
export function textLookup(context: ContextView): TextLookup {
  const alias = (key: string): string => (key === 'goal' ? 'graph.goal' : key === 'context' ? 'last_response' : key);
  const known = (key: string): boolean => !hidden.test(key) && (context.has(key) || context.has(alias(key)));
  return {
    has: known,
    get: (key) => (known(key) ? (context.get(alias(key)) ?? context.get(key)) : undefined),
  };
}
