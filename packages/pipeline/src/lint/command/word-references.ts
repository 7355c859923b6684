import type { Range } from '@attractor/dot';
import type { HereDocBody, Word, WordPart } from 'unbash';
import { staticText } from '../../shell/static-text.ts';
import { resolveKey } from '../../substitution/references.ts';
import type { CodeLayer } from './layers.ts';

/** A context key that a shell would put into a word. */
export interface WordReference {
  readonly key: string;
  /** Counts in the layer. */
  readonly part: Range;
}

/** The known references of a word, quoted ones included where the engine puts a value there (language.md 4). */
export function* wordReferences(layer: CodeLayer, word: Word | HereDocBody, isKnown: (key: string) => boolean): Generator<WordReference> {
  const own = ownNames(layer);
  const known = (name: string): string | undefined => (own.has(name) ? undefined : resolveKey(name, isKnown));
  const pending: WordPart[] = [...(word.parts ?? [])].reverse();
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    const dotted = layer.masked.dotted.get(part.pos);
    switch (part.type) {
      case 'SimpleExpansion':
      case 'ParameterExpansion': {
        const name = part.type === 'SimpleExpansion' ? layer.text.slice(part.pos + 1, part.end) : part.parameter;
        const key = dotted?.key ?? known(name);
        if (key !== undefined) yield { key, part: { start: part.pos, end: part.end } };
        break;
      }
      case 'DoubleQuoted':
      case 'LocaleString':
        pending.push(...part.parts.toReversed());
        break;
      case 'SingleQuoted':
        // A plain name is left to whoever reads the quoted text; a dotted one is taken out of the quotes, and pasted.
        for (const [start, reference] of layer.masked.dotted) {
          if (start > part.pos && start < part.end) yield { key: reference.key, part: { start, end: reference.nameEnd } };
        }
        break;
      default:
        break;
    }
  }
}

const cache = new WeakMap<CodeLayer, ReadonlySet<string>>();

/** Variables that the code sets itself: they are its own, whatever keys are called. */
function ownNames(layer: CodeLayer): ReadonlySet<string> {
  let names = cache.get(layer);
  if (names !== undefined) return names;
  const found = new Set<string>();
  for (const node of layer.nodes) {
    if (node.type === 'Assignment') found.add(node.name);
    else if (node.type === 'For' || node.type === 'Select') found.add(node.name.value);
    else if (node.type === 'Command' && ['read', 'mapfile', 'readarray', 'getopts'].includes(staticText(node.name) ?? '')) {
      for (const word of node.args) if (word.type === 'Word') found.add(staticText(word) ?? '');
    }
  }
  names = found;
  cache.set(layer, names);
  return names;
}
