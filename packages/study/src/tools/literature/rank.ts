import type { Paper } from './corpus.ts';

export interface Ranked {
  readonly paper: Paper;
  readonly score: number;
  /** The paragraph that has most of the query's words. */
  readonly passage: string;
}

const saturation = 1.2;
const lengthWeight = 0.75;
const titleWeight = 3;
const passageCharacters = 1200;

/** The best papers for a query by BM25 over their words, titles counted more. Time is linear in the corpus. */
export function rank(papers: readonly Paper[], query: string, k: number): readonly Ranked[] {
  const wanted = new Set(words(query));
  const documents = papers.map((paper) => {
    const text = words(paper.text);
    return {
      paper,
      counts: countsOf([...text, ...Array.from({ length: titleWeight }, () => words(paper.title)).flat()], wanted),
      length: text.length,
    };
  });
  const average = documents.reduce((sum, { length }) => sum + length, 0) / Math.max(1, documents.length) || 1;
  const weight = new Map(
    [...wanted].map((word) => {
      const holders = documents.filter(({ counts }) => counts.has(word)).length;
      return [word, Math.log(1 + (documents.length - holders + 0.5) / (holders + 0.5))];
    }),
  );
  return documents
    .map(({ paper, counts, length }) => {
      const norm = saturation * (1 - lengthWeight + (lengthWeight * length) / average);
      const score = [...counts].reduce((sum, [word, n]) => sum + ((weight.get(word) ?? 0) * n * (saturation + 1)) / (n + norm), 0);
      return { paper, score };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.paper.id < b.paper.id ? -1 : 1))
    .slice(0, k)
    .map((found) => ({ ...found, passage: bestPassage(found.paper.text, wanted) }));
}

function words(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [];
}

function countsOf(all: readonly string[], wanted: ReadonlySet<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of all) if (wanted.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function bestPassage(text: string, wanted: ReadonlySet<string>): string {
  let best = { passage: '', hits: -1 };
  for (const passage of text.split(/\n[ \t]*\n/)) {
    const hits = new Set(words(passage).filter((word) => wanted.has(word))).size;
    if (hits > best.hits) best = { passage: passage.trim(), hits };
  }
  return best.passage.length > passageCharacters ? `${best.passage.slice(0, passageCharacters)} [...]` : best.passage;
}
