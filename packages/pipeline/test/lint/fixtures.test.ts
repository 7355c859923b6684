import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { SourceFile } from '@attractor/dot';
import { type Diagnostic, lintRules, nodeFiles, prepare } from '@attractor/pipeline';
import { describe, expect, test } from 'vitest';

/**
 * A folder a rule: `fire*.dot` and `quiet*.dot`. In a file that fires, a comment line `// ^ fires` stands below each line (comment lines
 * left out) at which a finding of the rule begins; other findings of other rules do not matter. `// ^ fires info` wants that severity. A
 * `.fixed.dot` beside a file is its text after all fixes of the rule. Other files are children, prompts and the like.
 */
const folder = fileURLToPath(new URL('fixtures', import.meta.url));
const rules = existsSync(folder) ? readdirSync(folder) : [];

interface Fixture {
  readonly text: string;
  readonly found: readonly Diagnostic[];
  readonly errors: readonly string[];
}

function read(rule: string, name: string): Fixture {
  const file = path.join(folder, rule, name);
  const text = readFileSync(file, 'utf8');
  const { diagnostics } = prepare(new SourceFile(name, text), {
    file,
    files: nodeFiles,
    workingDirectory: path.dirname(file),
    extraRules: lintRules,
  });
  const found = diagnostics.filter((item) => item.rule === rule);
  const errors = diagnostics.filter((item) => item.severity === 'error' && item.rule !== rule).map((item) => item.message);
  return { text, found, errors };
}

const mark = /^\s*\/\/\s*\^ fires(?: (info|warning|error))?\s*$/;

/** `line` or `line severity` of each expected finding. */
function expected(text: string): string[] {
  const marks: string[] = [];
  let line = 0;
  for (const [index, content] of text.split('\n').entries()) {
    const found = mark.exec(content);
    if (found === null) {
      if (!content.trim().startsWith('//')) line = index + 1;
    } else marks.push(found[1] === undefined ? `${line}` : `${line} ${found[1]}`);
  }
  return marks.sort();
}

function actual({ text, found }: Fixture, wanted: readonly string[]): string[] {
  const source = new SourceFile('fixture', text);
  return found
    .map(({ range, severity }) => {
      const line = range === undefined ? 0 : source.positionAt(range.start).line;
      return wanted.includes(`${line} ${severity}`) ? `${line} ${severity}` : `${line}`;
    })
    .sort();
}

function fixed({ text, found }: Fixture): string {
  const edits = found.flatMap(({ fix }) => fix?.edits ?? []).sort((a, b) => b.range.start - a.range.start);
  return edits.reduce((result, { range, text: put }) => result.slice(0, range.start) + put + result.slice(range.end), text);
}

describe.each(rules)('language.md 8: fixtures of %s', (rule) => {
  const names = readdirSync(path.join(folder, rule)).filter((name) => /^(fire|quiet).*\.dot$/.test(name) && !name.endsWith('.fixed.dot'));
  const firing = names.filter((name) => name.startsWith('fire'));
  const quiet = names.filter((name) => name.startsWith('quiet'));

  test('there are some of both kinds, of a rule that exists', () => {
    expect(lintRules.map(({ id }) => id)).toContain(rule);
    expect(firing.length).toBeGreaterThan(0);
    expect(quiet.length).toBeGreaterThan(0);
  });

  test.each(firing)('%s fires where it is marked', (name) => {
    const fixture = read(rule, name);
    const wanted = expected(fixture.text);
    expect(wanted).not.toEqual([]);
    expect(actual(fixture, wanted)).toEqual(wanted);
    expect(fixture.errors).toEqual([]);
    const after = path.join(folder, rule, name.replace(/\.dot$/, '.fixed.dot'));
    if (existsSync(after)) expect(fixed(fixture)).toBe(readFileSync(after, 'utf8'));
  });

  test.each(quiet)('%s is quiet', (name) => {
    const fixture = read(rule, name);
    expect(fixture.found.map(({ message }) => message)).toEqual([]);
    expect(fixture.errors).toEqual([]);
  });
});

test.each(lintRules.map(({ id }) => id))('language.md 8: %s has fixtures', (id) => {
  expect(rules).toContain(id);
});
