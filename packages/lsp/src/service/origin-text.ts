import type { EffectiveAttribute } from '@attractor/pipeline';
import type { Snapshot } from '../document/snapshot.ts';
import { code } from './attribute-help.ts';

const words: Readonly<Record<EffectiveAttribute['origin'], string>> = {
  own: 'the node itself',
  default: 'a `node [..]` default',
  stylesheet: 'the stylesheet',
  transform: 'a transform',
  graph: 'the graph attribute',
  system: 'the default',
  unset: 'nothing',
};

/** Where a value comes from, in Markdown: what said it, and the line (language.md 5). */
export function originText({ origin, from, range }: EffectiveAttribute, { source }: Snapshot): string {
  const name = from === undefined || from === '' ? '' : origin === 'system' ? `, ${from}` : `, ${code(from)}`;
  const line = range === undefined ? '' : `, line ${source.lineAt(range.start)}`;
  return `${words[origin]}${name}${line}`;
}
