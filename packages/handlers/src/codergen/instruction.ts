import { type ContextView, type Invocation, textLookup } from '@attractor/engine';
import { nodeLabel, nodeValue, substitute } from '@attractor/pipeline';

/**
 * The instruction of a model node (engine.md 12): prompt, else label, with the critiques' placeholder appended when
 * `feedback_from` is declared and the text does not place it (§29); substituted once, inserted text is never scanned again.
 */
export function instructionOf({ node, context }: Invocation): string {
  const written = nodeValue(node, 'prompt') ?? nodeLabel(node);
  const key = `prior_critiques_${node.id}`;
  const hears = (nodeValue(node, 'feedback_from') ?? []).length > 0;
  const lookup = textLookup(hears ? withDefault(context, key) : context);
  const critiques = lookup.get(key);
  // On the first pass there is nothing to deliver, so no empty block is appended.
  const missing = hears && critiques !== undefined && critiques !== '' && !namesKey(written, key);
  return substitute(missing ? `${written}\n\n## Critiques of earlier iterations\n\n\${${key}}` : written, lookup);
}

function namesKey(text: string, key: string): boolean {
  const escaped = key.replaceAll(/[^A-Za-z0-9_]/g, '\\$&');
  return new RegExp(`(?:^|[^$])(?:\\$\\$)*\\$(?:${escaped}(?![A-Za-z0-9_])|\\{\\s*(?:context\\.)?${escaped}\\s*\\})`).test(text);
}

/** The first pass has no critiques: the placeholder reads as empty, not as written. */
function withDefault(context: ContextView, key: string): ContextView {
  return {
    get: (name) => (name === key ? (context.get(name) ?? '') : context.get(name)),
    has: (name) => name === key || context.has(name),
    keys: () => context.keys(),
  };
}
