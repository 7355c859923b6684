import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SourceFile } from '@attractor/dot';
import { allowRule, applyAllows, lintRules, memoryFiles, prepare, validationRules } from '@attractor/pipeline';
import { describe, expect, it } from 'vitest';
import { root } from './support/attractor.ts';
import { codeBlocks } from './support/code-blocks.ts';

const folder = join(root, 'docs/rules');
const pages = readdirSync(folder).filter((name) => name !== 'README.md' && name.endsWith('.md'));

/** Findings that no text of a few lines can cause: they need a program, a flag, or a very large file. */
const withoutExample = ['attribute_required', 'transform_failed', 'edge_count', 'group_depth', 'parameter_undeclared'];

/** What lies beside the graphs of the pages. */
function filesBeside(main: string) {
  return memoryFiles({
    '/p/main.dot': main,
    '/p/child.dot': 'digraph child { start [shape=Mdiamond]; exit [shape=Msquare]; start -> exit }',
    '/p/prompt.md': 'Do it',
    '/p/script.json': '{}',
  });
}

/** Rules that fire, as a run would see them, and the lint rule the page is about; syntax codes all have the page `syntax`. */
function findings(text: string, id: string) {
  const source = new SourceFile('main.dot', text);
  const { diagnostics } = prepare(source, {
    file: '/p/main.dot',
    files: filesBeside(text),
    workingDirectory: '/w',
    parameters: new Map(),
    extraRules: lintRules.filter((rule) => rule.id === id || (id === allowRule && rule.id.startsWith('CMD'))),
  });
  const found = id === allowRule ? applyAllows(source, diagnostics, lintRules) : diagnostics;
  return found.map(({ page = '', severity }) => ({ rule: page.replace(/^docs\/rules\/|\.md$/g, ''), severity }));
}

describe('language.md 7, 8: the pages of the rules', () => {
  it.each([...validationRules, ...lintRules].map(({ id }) => id))('%s has a page, and the list names it', (id) => {
    expect(existsSync(join(folder, `${id}.md`))).toBe(true);
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain(`[${id}](${id}.md)`);
  });

  describe.each(pages.map((name) => name.replace(/\.md$/, '')))('%s', (id) => {
    const blocks = codeBlocks(`docs/rules/${id}.md`);

    it('says when, why, and what to do', () => {
      const text = readFileSync(join(folder, `${id}.md`), 'utf8');
      expect(text.startsWith(`# ${id}`)).toBe(true);
      const name = lintRules.find((rule) => rule.id === id)?.name;
      if (name !== undefined) expect(text.split('\n')[0]).toBe(`# ${id} ${name}`);
      for (const heading of ['## When it fires', '## Why', '## What to do']) expect(text).toContain(heading);
    });

    it.skipIf(withoutExample.includes(id))('its graphs fire and do not fire', () => {
      const fires = blocks.filter(({ info }) => info.endsWith(' fires'));
      const silent = blocks.filter(({ info }) => info.endsWith(' silent'));
      expect([fires.length, silent.length]).toEqual([1, 1]);
      for (const { text } of fires) expect(findings(text, id).map(({ rule }) => rule)).toContain(id);
      for (const { text } of silent) expect(findings(text, id).filter(({ severity }) => severity !== 'info')).toEqual([]);
      for (const { text } of silent) expect(findings(text, id).map(({ rule }) => rule)).not.toContain(id);
    });
  });
});
