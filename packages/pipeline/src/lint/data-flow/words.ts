import type { Node } from '../../model.ts';

const word = /[A-Za-z_][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*/g;
const reference = /\$\{[^{}]*\}|\$[A-Za-z_][A-Za-z0-9_.]*/g;

/**
 * Words of the texts by which a node is told what to report: it may report a key that it is told of, whatever it declares. References are
 * what it reads, not what it is told to write.
 */
export function wordsOf(node: Node): ReadonlySet<string> {
  const words = new Set<string>();
  for (const name of ['prompt', 'label', 'description', 'tool_command', 'response_schema']) {
    const text = node.attributes.get(name)?.text;
    if (text === undefined) continue;
    for (const [found] of text.replace(reference, ' ').matchAll(word)) {
      words.add(found);
      // `verdict.score` is told by "score" of a "verdict", and `context_updates.score` is `score`.
      if (found.includes('.')) for (const part of found.split('.')) words.add(part);
    }
  }
  return words;
}
