import type { ContextView, Json, JsonObject } from '@attractor/engine';
import { type Node, nodeValue } from '@attractor/pipeline';

/** What comes back out of a child: the outputs that the node declares, as they are typed there (engine.md 11). */
export function declaredOutputs(node: Node, context: ContextView): JsonObject {
  const outputs: [string, Json][] = [];
  for (const key of nodeValue(node, 'outputs')) {
    const value = context.get(key);
    if (value !== undefined) outputs.push([key, value]);
  }
  return Object.fromEntries(outputs);
}
