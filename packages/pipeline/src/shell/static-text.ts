import type { Word } from 'unbash';

/** The text of a word in which nothing is expanded. */
export function staticText(word: Word | undefined): string | undefined {
  if (word === undefined) return undefined;
  const dynamic = (word.parts ?? []).some((part) =>
    part.type === 'DoubleQuoted'
      ? part.parts.some((inner) => inner.type !== 'Literal')
      : part.type !== 'Literal' && part.type !== 'SingleQuoted',
  );
  return dynamic ? undefined : word.value;
}
