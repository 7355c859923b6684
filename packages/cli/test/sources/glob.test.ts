import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { segmentPattern } from '@attractor/pipeline';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findFiles } from '../../src/sources/find-files.ts';
import { globParts } from '../../src/sources/glob.ts';
import { folder } from '../attractor.ts';

describe('language.md 8: files, folders and globs', () => {
  const cwd = folder({
    'a.dot': '',
    'b.gv': '',
    'c.txt': '',
    '.hidden.dot': '',
    'sub/d.dot': '',
    'sub/deep/e.dot': '',
    'sub/deep/node_modules/x.dot': '',
    'sub/.attractor/runs/r/graph.dot': '',
    '[odd].dot': '',
  });
  symlinkSync(join(cwd, 'sub'), join(cwd, 'sub', 'deep', 'loop'));

  test.each([
    [['.'], ['.hidden.dot', '[odd].dot', 'a.dot', 'b.gv', 'sub/d.dot', 'sub/deep/e.dot']],
    [['*.dot'], ['[odd].dot', 'a.dot']],
    [['**/*.dot'], ['[odd].dot', 'a.dot', 'sub/d.dot', 'sub/deep/e.dot']],
    [['sub/**/*.dot'], ['sub/d.dot', 'sub/deep/e.dot']],
    [['{a,b}.{dot,gv}'], ['a.dot', 'b.gv']],
    [['?.d[a-o]t'], ['a.dot']],
    [['[!a].gv'], ['b.gv']],
    [['[odd].dot'], ['[odd].dot']],
    [
      ['a.dot', './a.dot', '*.dot', '-'],
      ['a.dot', '[odd].dot', '-'],
    ],
    [['missing.dot'], ['missing.dot']],
  ])('language.md 8: %j', (args, files) => {
    expect(findFiles(args, cwd)).toEqual(files);
  });

  test('language.md 8: a glob or folder without a file is an error', () => {
    expect(() => findFiles(['*.none'], cwd)).toThrow('*.none: no file matches');
    expect(() => findFiles(['empty'], folder({ 'empty/x.txt': '' }))).toThrow('empty: no .dot or .gv file in this folder');
  });

  test('language.md 8: a text matches itself as a pattern, and stars cost no more than the product of the lengths', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9_]{1,12}$/), (name) => {
        expect(segmentPattern(name)(name)).toBe(true);
        expect(segmentPattern(`${name.slice(0, 1)}*`)(name)).toBe(true);
        expect(segmentPattern('*')(name)).toBe(true);
      }),
    );
    expect(segmentPattern(`${'a*'.repeat(200)}b`)('a'.repeat(2000))).toBe(false);
    expect(globParts('{a,b}'.repeat(40)).length).toBeLessThanOrEqual(256 * 2);
  });
});
