import { plainWords } from '../../run/notices.ts';
import { numberOf, textOf } from '../read-arguments.ts';
import type { StudyTool } from '../study-tool.ts';
import { corpusIn } from './corpus.ts';
import { rank } from './rank.ts';

const mostPapers = 20;
const maxText = 1_000_000;

/** Look-up in the study's literature for everybody, additions for who may (AG-13). */
export function literatureTools({ literature }: { readonly literature: string }): readonly StudyTool[] {
  const corpus = corpusIn(literature);
  let told = false;
  return [
    {
      name: 'ConsultLiterature',
      description:
        'Search the literature that this study has collected, by words. Gives the best papers with their most fitting paragraph.',
      parameters: {
        type: 'object',
        properties: {
          query: { type: 'string', minLength: 1, description: 'What to look for, in the words a paper would use' },
          k: { type: 'integer', minimum: 1, maximum: mostPapers, description: 'Papers at most; default 5' },
        },
        required: ['query'],
        additionalProperties: false,
      },
      kind: 'protocol',
      takeDiagnostic() {
        const skipped = told ? [] : corpus.skipped();
        if (skipped.length === 0) return undefined;
        told = true;
        const shown = skipped.slice(0, 5).join(', ');
        return `literature/ holds files that are no text (.md, .txt) and are not searched: ${shown}${skipped.length > 5 ? `, and ${skipped.length - 5} more` : ''}`;
      },
      run(input) {
        const papers = corpus.papers();
        const found = rank(papers, textOf(input, 'query') ?? '', numberOf(input, 'k') ?? 5);
        const counted = `Papers ${found.length} of ${papers.length}`;
        if (papers.length === 0) return `${counted}: the literature of this study is empty`;
        if (found.length === 0) return `${counted}: nothing matches; try other words`;
        return [counted, ...found.map(({ paper, passage }) => plainWords(`${paper.id} ${paper.title} (${paper.source})\n${passage}`))].join(
          '\n\n',
        );
      },
    },
    {
      name: 'CorpusAdd',
      description:
        'Add a paper to the literature of this study, for all agents and later runs: its title, where it is from, and its text or an honest summary.',
      parameters: {
        type: 'object',
        properties: {
          title: { type: 'string', minLength: 1, maxLength: 500 },
          source: { type: 'string', minLength: 1, maxLength: 1000, description: 'DOI, address or citation' },
          text: { type: 'string', minLength: 1, maxLength: maxText },
        },
        required: ['title', 'source', 'text'],
        additionalProperties: false,
      },
      kind: 'protocol',
      run(input) {
        const [title, source] = [lineOf(textOf(input, 'title')), lineOf(textOf(input, 'source'))];
        const text = (textOf(input, 'text') ?? '').trim();
        if (title === '' || source === '' || text === '') return 'ERROR: title, source and text must not be blank';
        const { id, isNew } = corpus.add({ title, source, text });
        return `${id} ${isNew ? 'added' : 'is in the literature already, under the same title and source; nothing was changed'}`;
      },
    },
  ];
}

function lineOf(text = ''): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
