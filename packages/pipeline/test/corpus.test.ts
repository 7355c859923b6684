import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { SourceFile } from '@attractor/dot';
import { type FileAccess, graphDigest, graphFromResolved, prepare, resolvedGraph } from '@attractor/pipeline';
import { describe, expect, test } from 'vitest';
import { rulesOf } from './helpers.ts';

const folder = fileURLToPath(new URL('../../../../shared/corpus', import.meta.url));
const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.dot')) : [];

/** The corpus is flat: prompt and child files beside the graphs are taken as present. */
const files: FileAccess = { readText: (file) => (file.endsWith('.dot') ? undefined : 'text'), exists: () => true };

/** Strangers' graphs that are not valid here, and why that is right. */
const invalid: Readonly<Record<string, { readonly rules: readonly string[]; readonly why: string }>> = {
  'danshapiro__kilroy__docs-strongdm-dot-specs-simple_example_integration_smoke_test.dot': {
    rules: ['missing-digraph'],
    why: 'prose with code in it, no graph',
  },
  'robotdad__amplifier-bundle-attractor__examples-dev-machine-foundry-admissions.dot': { rules: ['terminal_node'], why: 'three exits' },
  'robotdad__amplifier-bundle-attractor__examples-dev-machine-foundry-generate-machine.dot': { rules: ['terminal_node'], why: 'two exits' },
  'robotdad__amplifier-bundle-attractor__examples-dev-machine-foundry-machine-design.dot': { rules: ['terminal_node'], why: 'two exits' },
  'robotdad__amplifier-bundle-attractor__examples-dev-machine-runtime-health-check.dot': {
    rules: ['attribute_value'],
    why: 'max_cycles names a context key; only parameters are known before the run, and the graph declares none',
  },
  'robotdad__amplifier-bundle-attractor__examples-dev-machine-runtime-iteration.dot': {
    rules: ['start_no_incoming'],
    why: 'loops back into the start node',
  },
  'robotdad__amplifier-bundle-attractor__examples-patterns-task-runner.dot': {
    rules: ['runaway-string'],
    why: 'quotes inside a quoted prompt are not escaped',
  },
  'siarhei-belavus__attractor-pi-dev__packages-attractor-cli-tests-golden-workflows-fail-tool-missing-command.dot': {
    rules: ['tool_command_required'],
    why: 'made to fail so',
  },
  'siarhei-belavus__attractor-pi-dev__packages-attractor-cli-tests-golden-workflows-resume-fail-after-resume.dot': {
    rules: ['tool_command_required'],
    why: 'made to fail so',
  },
};

describe.skipIf(names.length === 0)('language.md 1: strangers’ graphs', () => {
  test.each(names)('language.md 7: %s', (name) => {
    const text = readFileSync(path.join(folder, name), 'utf8');
    const prepared = prepare(new SourceFile(name, text), { file: path.join(folder, name), files, workingDirectory: folder });
    expect([...new Set(rulesOf(prepared.diagnostics, 'error'))]).toEqual(invalid[name]?.rules ?? []);
    for (const { range } of prepared.diagnostics)
      if (range !== undefined) expect(range.start <= range.end && range.end <= text.length).toBe(true);
    expect(graphDigest(graphFromResolved(resolvedGraph(prepared.graph)))).toBe(graphDigest(prepared.graph));
  });

  test('language.md 7: the table of invalid graphs names files of the corpus', () => {
    for (const name of Object.keys(invalid)) expect(names).toContain(name);
  });
});
