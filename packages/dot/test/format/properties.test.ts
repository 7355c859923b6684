import fc from 'fast-check';
import { expect, test } from 'vitest';
import { format, formatEdits, parse, SourceFile } from '../../src/index.ts';
import { applyEdits, checkComments, checkFormat } from './check-format.ts';
import { meaningOf, writtenStrings } from './meaning.ts';
import { legalText } from './texts.ts';

const RUNS = Number(process.env['ATTRACTOR_FUZZ'] ?? 300);

test(
  'files.md 5 fmt: any legal text keeps its graph, its strings and its comments, and is formatted once for all',
  () => {
    fc.assert(
      fc.property(legalText, (text) => void checkFormat(text)),
      { numRuns: RUNS },
    );
  },
  30_000 + RUNS * 10,
);

test(
  'files.md 5 fmt: formatting a range changes nothing but layout, and by ranges one comes to the whole',
  () => {
    const place = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(legalText, place, place, (text, one, other) => {
        const [start, end] = [Math.floor(one * text.length), Math.floor(other * text.length)].toSorted((a, b) => a - b);
        const tree = parse(new SourceFile('t.dot', text));
        const edited = applyEdits(text, formatEdits(tree, { range: { start: start ?? 0, end: end ?? 0 } }));
        const again = parse(new SourceFile('t.dot', edited));
        expect(meaningOf(again)).toEqual(meaningOf(tree));
        expect(writtenStrings(again)).toEqual(writtenStrings(tree));
        checkComments(tree, again);
        expect(applyEdits(text, formatEdits(tree, { range: { start: 0, end: text.length } }))).toBe(format(tree));
      }),
      { numRuns: RUNS },
    );
  },
  30_000 + RUNS * 10,
);
