import { type Invocation, type Json, type JsonObject, textLookup } from '@attractor/engine';
import { isEngineKey, substitute } from '@attractor/pipeline';

const prefix = 'context.';

/** The `context.<key>` attributes of a node, substituted once: what its child starts with (language.md 4, engine.md 11). Keys of the engine are refused. */
export function seedsOf(invocation: Invocation): JsonObject {
  const lookup = textLookup(invocation.context);
  const seeds: [string, Json][] = [];
  const refused: string[] = [];
  for (const { name, text } of invocation.node.attributes.values()) {
    if (!name.startsWith(prefix) || name === prefix) continue;
    const key = name.slice(prefix.length);
    if (isEngineKey(key)) refused.push(key);
    else seeds.push([key, substitute(text, lookup)]);
  }
  if (refused.length > 0) invocation.emit({ type: 'context.rejected', node: invocation.node.id, keys: refused });
  return Object.fromEntries(seeds);
}
