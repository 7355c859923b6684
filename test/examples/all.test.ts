import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { root, shell } from '../support/attractor.ts';
import { example, removeExamples } from './run-example.ts';

afterAll(removeExamples);

const folder = join(root, 'examples');
const graphs = ['', 'evidence/'].flatMap((place) =>
  readdirSync(join(folder, place)).flatMap((name) => (name.endsWith('.dot') ? [`${place}${name.slice(0, -4)}`] : [])),
);
const readme = readFileSync(join(folder, 'README.md'), 'utf8');

describe('examples: the set', () => {
  it('README.md has a row for each graph, and every graph it names is there', () => {
    const named = [...readme.matchAll(/^\| \[[^\]]+\]\(([\w/-]+)\.dot\)/gm)].map(([, name]) => name);
    expect(new Set(named)).toEqual(new Set(graphs));
    expect(named).toHaveLength(graphs.length);
  });

  for (const name of graphs) {
    it(`${name} says at its head how it is run`, () => {
      const text = readFileSync(join(folder, `${name}.dot`), 'utf8');
      const head = text.slice(0, text.indexOf('digraph '));
      expect(head).toContain(`attractor run examples/${name}.dot`);
      if (!name.startsWith('evidence/') && name !== 'quickstart') expect(head).toMatch(/^\/\/ When: {2}\S/m);
    });
  }

  it('engine.md 7: first-graph loops once and is done', async () => {
    const { result, route } = await example('first-graph').run();
    expect(route).toEqual(['write', 'check', 'write', 'check']);
    expect(result.status).toBe('success');
  });

  // What an earlier run left behind neither helps nor hurts the next one, in the same folder.
  for (const name of ['linear', 'status-file', 'cleanup-notify', 'first-graph']) {
    it(`${name} takes the same route when it runs a second time`, async () => {
      const twice = example(name);
      const first = await twice.run();
      const second = await twice.run();
      expect(second.route).toEqual(first.route);
      expect(second.result.status).toBe('success');
      const outside = readdirSync(twice.work).filter((entry) => entry !== 'examples' && entry !== '.attractor');
      expect(outside).toEqual([]);
    });
  }

  it('no command of an example leaves the working directory', async () => {
    const found = await shell(
      `grep -rnE '/tmp|/home|\\$HOME|\\.\\./\\.\\./\\.\\.' '${folder}' --include='*.dot' --include='*.mjs'`,
      example('linear').work,
    );
    expect(found.stdout).toBe('');
  });
});
