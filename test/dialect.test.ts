import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AttributeScope, findAttribute, foreignAdvice } from '@attractor/pipeline';
import { describe, expect, it } from 'vitest';
import { root } from './support/attractor.ts';

const text = readFileSync(join(root, 'docs/dialect.md'), 'utf8');

/** The names in code marks of the column "There", and the whole cell beside them. */
function rowsBelow(heading: string): readonly { readonly names: readonly string[]; readonly here: string }[] {
  const section = text.slice(text.indexOf(`${heading}\n`)).split(/\n#/)[0] ?? '';
  return [...section.matchAll(/^\| (`.*?) \| (.*) \|$/gm)].map(([, there = '', here = '']) => ({
    names: [...there.matchAll(/`([\w.]+)`/g)].map(([, name = '']) => name),
    here,
  }));
}

describe('language.md 2: attributes of other engines', () => {
  it.each<[AttributeScope, string]>([
    ['graph', '### Graph'],
    ['node', '### Node'],
    ['edge', '### Edge'],
  ])('the page says of %s attributes what the registry advises', (scope, heading) => {
    const rows = rowsBelow(heading);
    expect(rows.length).toBeGreaterThan(2);
    for (const { names, here } of rows) {
      for (const name of names) {
        expect(foreignAdvice(scope, name), name).toBeDefined();
        expect(findAttribute(scope, name), name).toBeUndefined();
      }
      for (const [, word = ''] of here.matchAll(/`([\w.]+)`/g))
        expect(names.map((name) => foreignAdvice(scope, name)).join(' ')).toContain(word);
    }
  });

  it('no attribute of the registry is left out', () => {
    const source = readFileSync(join(root, 'packages/pipeline/src/registry/foreign.ts'), 'utf8');
    const names = [...source.matchAll(/(?<=[\s{])'?([a-z_.]+)'?: '/g)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(30);
    for (const name of names) expect(text).toContain(`\`${name}\``);
  });
});
