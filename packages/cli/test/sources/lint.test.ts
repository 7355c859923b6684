import { chmodSync, lstatSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as AjvModule from 'ajv';
import { describe, expect, test } from 'vitest';
import { attractor, folder } from '../attractor.ts';
import { sarifSchema } from './sarif-schema.ts';

const { Ajv } = createRequire(new URL('../../../pipeline/package.json', import.meta.url))('ajv') as typeof AjvModule;

const graph = (body: string): string => `digraph g {\n  start [shape=Mdiamond]\n  exit [shape=Msquare]\n${body}\n}\n`;

/** One WARNING with a fix (CMD-001), one without (FLOW-001). */
const masked = graph(`  test [shape=parallelogram, max_visits=3, tool_command="npm test | tail"]
  fix [prompt="Fix $tool.lst_line"]
  start -> test
  test -> exit [condition="outcome=success"]
  test -> fix [condition="outcome=fail"]
  fix -> test`);
const clean = graph('  one_pass=true\n  work [prompt="Work", continue_on_fail=true]\n  start -> work -> exit');
const invalid = graph('  work [shape=parallelogram]\n  start -> work -> exit');

describe('language.md 8: attractor lint', () => {
  test('exit 0 with warnings, 1 with --strict, 1 with an ERROR, 2 for what cannot be read', async () => {
    const cwd = folder({ 'masked.dot': masked, 'clean.dot': clean, 'invalid.dot': invalid, 'syntax.dot': 'digraph { a -- b }' });
    const codes = async (...args: string[]): Promise<number | null> => (await attractor(['lint', ...args], { cwd })).code;
    expect(await codes('masked.dot')).toBe(0);
    expect(await codes('masked.dot', '--strict')).toBe(1);
    expect(await codes('clean.dot', '--strict')).toBe(0);
    expect(await codes('invalid.dot')).toBe(1);
    expect(await codes('syntax.dot')).toBe(1);
    expect(await codes('nowhere.dot', 'invalid.dot')).toBe(2);
  });

  test('text: place, message, code with its name, source line, fix; a run and validate know nothing of it', async () => {
    const cwd = folder({ 'masked.dot': masked });
    const { stdout } = await attractor(['lint', 'masked.dot'], { cwd });
    expect(stdout).toMatch(/^masked\.dot:4:\d+: warning: the exit status of `test` is that of `tail`: .* \[CMD-001 pipe_masks_exit\]$/m);
    expect(stdout).toContain('  fix: set pipefail in bash\n');
    expect(stdout).toMatch(/\[FLOW-001 undefined_key\]$/m);
    expect(stdout).toMatch(/\n! masked\.dot: 0 errors, 2 warnings\n$/);
    expect(await attractor(['validate', 'masked.dot', '--strict'], { cwd })).toMatchObject({
      code: 0,
      stdout: '✓ masked.dot: no errors, no warnings\n',
    });
  });

  test('folders, globs, stdin', async () => {
    const cwd = folder({ 'a/one.dot': masked, 'a/b/two.gv': clean, 'c/three.dot': masked });
    const json = async (...args: string[]) =>
      JSON.parse((await attractor(['lint', '--format', 'json', ...args], { cwd, stdin: masked })).stdout) as {
        warnings: number;
        files: { file: string; diagnostics: { rule: string; name?: string; page?: string; fix?: object }[] }[];
      };
    expect((await json('a', '{a,c}/*.dot')).files.map(({ file }) => file)).toEqual(['a/b/two.gv', 'a/one.dot', 'c/three.dot']);
    const { files, warnings } = await json('-');
    expect([files[0]?.file, warnings]).toEqual(['<stdin>', 2]);
    expect(files[0]?.diagnostics.find(({ rule }) => rule === 'CMD-001')).toMatchObject({
      name: 'pipe_masks_exit',
      page: 'docs/rules/CMD-001.md',
      fix: { title: 'set pipefail in bash', edits: [{ text: 'set -o pipefail; ' }] },
    });
  });

  test('an allow comment silences, and is told when it says nothing', async () => {
    const allowed = masked
      .replace('  test [', '  // lint: allow CMD-001 only the text matters\n  test [')
      .replace('  fix [', '  // lint: allow FLOW-001\n  fix [');
    const { stdout } = await attractor(['lint', '-'], { stdin: allowed });
    expect(stdout).not.toMatch(/CMD-001 pipe|FLOW-001 undefined/);
    expect(stdout).toContain('this comment gives no reason');
  });

  test('--format github: workflow commands, with what would end them escaped', async () => {
    const cwd = folder({ 'a,b:c.dot': masked });
    const { stdout } = await attractor(['lint', '--format', 'github', 'a,b:c.dot', 'none.dot'], { cwd });
    expect(stdout).toMatch(
      /^::warning file=a%2Cb%3Ac\.dot,line=4,endLine=4,col=\d+,endColumn=\d+,title=CMD-001 pipe_masks_exit::the exit status/m,
    );
    expect(stdout).toMatch(/^::error file=none\.dot::cannot read none\.dot/m);
  });

  test('--format sarif: a log by the schema, with rules, help, places and fixes', async () => {
    const cwd = folder({
      'a b.dot': masked.replace('digraph', '/* ü𝒳 */ digraph'),
      'syntax.dot': 'digraph { a -- b; "c d" -> e }',
      'invalid.dot': invalid,
    });
    const { stdout, code } = await attractor(['lint', '--format', 'sarif', 'a b.dot', 'syntax.dot', 'invalid.dot', 'none.dot'], { cwd });
    expect(code).toBe(2);
    const log = JSON.parse(stdout);
    const validate = new Ajv({ strict: true, allErrors: true, allowUnionTypes: true }).compile(sarifSchema);
    expect(validate(log), JSON.stringify(validate.errors)).toBe(true);
    const [run] = log.runs;
    const { rules } = run.tool.driver;
    for (const result of run.results) expect(rules[result.ruleIndex].id).toBe(result.ruleId);
    for (const rule of rules) expect(rule.help.text.length, rule.id).toBeGreaterThan(10);
    const found = run.results.find((result: { ruleId: string }) => result.ruleId === 'CMD-001');
    expect(found).toMatchObject({
      level: 'warning',
      locations: [{ physicalLocation: { artifactLocation: { uri: 'a%20b.dot' }, region: { startLine: 4 } } }],
      fixes: [{ artifactChanges: [{ replacements: [{ insertedContent: { text: 'set -o pipefail; ' } }] }] }],
    });
    expect(run.invocations[0]).toMatchObject({ executionSuccessful: false, toolExecutionNotifications: [{ level: 'error' }] });
  });

  test.each(['lint', 'validate', 'fmt', 'run'])('files.md 5: %s says that a link leads nowhere', async (command) => {
    const cwd = folder();
    symlinkSync('loop.dot', join(cwd, 'loop.dot'));
    const { code, stderr } = await attractor([command, 'loop.dot'], { cwd });
    expect({ code, stderr }).toEqual({ code: 2, stderr: 'error: cannot read loop.dot: too many symbolic links\n' });
  });

  test('a file that is no pipeline has its first findings shown and the others counted', async () => {
    const broken = `digraph g {\n${'  a -- b;\n'.repeat(3000)}}\n`;
    const cwd = folder({ 'g.dot': broken, 'good.dot': clean });
    const text = await attractor(['lint', 'g.dot', 'good.dot'], { cwd });
    expect(text.code).toBe(1);
    const places = text.stdout.match(/^g\.dot:[\d:]* error: /gm) ?? ([] as string[]);
    expect([places.length, places.includes('g.dot:2:5: error: ')]).toEqual([100, true]);
    const errors = Number(/ (\d+) errors/.exec(text.stdout)?.[1]);
    const more = Number(/^\.\.\. and ([\d,]+) more$/m.exec(text.stdout)?.[1]?.replace(',', ''));
    expect(errors).toBeGreaterThanOrEqual(3000);
    const json = await attractor(['lint', 'g.dot', '--format', 'json'], { cwd });
    const [{ diagnostics, diagnostics_left_out: leftOut }] = JSON.parse(json.stdout).files;
    expect([json.code, diagnostics.length, leftOut]).toEqual([1, 1000, more - 900]);
    const { runs } = JSON.parse((await attractor(['lint', 'g.dot', '--format', 'sarif'], { cwd })).stdout);
    expect(runs[0].results).toHaveLength(1000);
    expect(runs[0].invocations[0]).toMatchObject({ executionSuccessful: true, toolExecutionNotifications: [{ level: 'note' }] });
    const github = (await attractor(['lint', 'g.dot', '--format', 'github'], { cwd })).stdout.trimEnd().split('\n');
    expect([github.length, github.at(-1)]).toEqual([1001, `::notice file=g.dot::... and ${leftOut.toLocaleString('en-US')} more`]);
    const fmt = await attractor(['fmt', 'g.dot'], { cwd });
    expect([fmt.code, fmt.stderr.match(/^g\.dot:[\d:]* error: /gm)?.length]).toEqual([1, 100]);
    expect(fmt.stderr).toMatch(/^\.\.\. and [\d,]+ more$/m);
    const run = await attractor(['run', 'g.dot', '--simulate', '--quiet'], { cwd });
    expect([run.code, run.stderr.match(/^g\.dot:[\d:]* error: /gm)?.length]).toEqual([2, 100]);
  });

  test('--worst-case: the graph and each cycle', async () => {
    const { stdout } = await attractor(['lint', '-', '--worst-case'], { stdin: masked });
    expect(stdout).toMatch(
      /<stdin>: at most \d+ node visits and \d+ model calls?\n {2}test -> fix -> test: at most .*max_visits of test \(3\)/,
    );
    const json = JSON.parse((await attractor(['lint', '-', '--worst-case', '--format', 'json'], { stdin: masked })).stdout);
    expect(json.files[0].worst_case).toMatchObject({ bounded: true, cycles: [{ cycle: ['test', 'fix'] }] });
  });
});

describe('language.md 8: attractor lint --fix', () => {
  test('applies what is safe, says so, leaves the rest, keeps mode and link', async () => {
    const cwd = folder({ 'masked.dot': masked.replace('  fix [', '  human.x=1\r\n  fix [') });
    chmodSync(join(cwd, 'masked.dot'), 0o640);
    symlinkSync('masked.dot', join(cwd, 'link.dot'));
    const { code, stdout } = await attractor(['lint', '--fix', 'link.dot'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^link\.dot:4:\d+: fixed: set pipefail in bash \[CMD-001 pipe_masks_exit\]$/m);
    expect(stdout).toMatch(/^link\.dot:5:3: fixed: Write "human\.x" \[dotted-key\]$/m);
    expect(stdout).toMatch(/\n! link\.dot: 2 findings fixed, 0 errors, 1 warning\n$/);
    expect(readFileSync(join(cwd, 'masked.dot'), 'utf8')).toBe(
      masked.replace('npm test', 'set -o pipefail; npm test').replace('  fix [', '  "human.x"=1\r\n  fix ['),
    );
    expect([statSync(join(cwd, 'masked.dot')).mode & 0o777, lstatSync(join(cwd, 'link.dot')).isSymbolicLink()]).toEqual([0o640, true]);
    const again = await attractor(['lint', '--fix', 'link.dot'], { cwd });
    expect(again.stdout).not.toContain('fixed');
  });

  test('never touches a file with syntax errors, nor stdin', async () => {
    const broken = `${masked.replace('  fix [', '  human.x=1\n  fix [')}x`.replace('start -> test', 'start -- test');
    const cwd = folder({ 'broken.dot': broken });
    expect(await attractor(['lint', '--fix', 'broken.dot'], { cwd })).toMatchObject({
      code: 1,
      stdout: expect.not.stringContaining('fixed'),
    });
    expect(readFileSync(join(cwd, 'broken.dot'), 'utf8')).toBe(broken);
    expect(await attractor(['lint', '--fix', '-'], { stdin: masked })).toMatchObject({ code: 2, stderr: expect.stringContaining('stdin') });
  });

  test('two findings with one fix, and text that is not ours, stay whole', async () => {
    const twice = graph(
      '  a [shape=parallelogram, tool_command="npm test | tail && echo A || { npm test | tee log && echo \\"B\\u00fc\\"; }"]\n  start -> a -> exit',
    );
    const cwd = folder({ 'twice.dot': `\ufeff${twice}` });
    const { stdout } = await attractor(['lint', '--fix', 'twice.dot', '--format', 'json'], { cwd });
    expect(JSON.parse(stdout).files[0].fixed).toHaveLength(1);
    expect(readFileSync(join(cwd, 'twice.dot'), 'utf8')).toBe(`\ufeff${twice.replace('"npm', '"set -o pipefail; npm')}`);
  });
});
