import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { applyEdits, SourceFile } from '@attractor/dot';
import { lintRules, memoryFiles, prepare } from '@attractor/pipeline';
import { afterAll, describe, expect, test } from 'vitest';

const shells = ['/bin/bash', '/bin/dash'].filter((shell) => existsSync(shell));

function source(command: string, shell: string): SourceFile {
  const quoted = command.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
  return new SourceFile(
    'main.dot',
    `digraph g { start [shape=Mdiamond]; exit [shape=Msquare]; a [shape=parallelogram, goal_gate=true, retry_target=a, shell="${shell}", tool_command="${quoted}"]; start -> a -> exit }`,
  );
}

function read(file: SourceFile) {
  const { graph, diagnostics } = prepare(file, { files: memoryFiles({}), workingDirectory: '/w', extraRules: lintRules });
  const found = diagnostics.filter(({ rule }) => rule === 'CMD-001' || rule === 'CMD-002');
  return { command: graph.nodes.get('a')?.attributes.get('tool_command')?.text ?? '', found };
}

/** The command after its fixes; undefined when none is offered. */
function fixed(command: string, shell: string): string | undefined {
  let file = source(command, shell);
  expect(read(file).command).toBe(command);
  expect(read(file).found.length, command).toBeGreaterThan(0);
  for (let round = 0; round < 5; round++) {
    const fix = read(file).found.find((finding) => finding.fix !== undefined)?.fix;
    if (fix === undefined) return round === 0 ? undefined : read(file).command;
    file = new SourceFile('main.dot', applyEdits(file.text, fix.edits));
    // Nothing but the two rules is silenced: the text is still a graph with this one command.
    expect(read(file).command).not.toBe('');
  }
  expect(read(file).found).toEqual([]);
  return read(file).command;
}

/** A folder on the PATH with a `make` that prints lines with quotes, spaces and backslashes, and fails or passes. */
const bin = mkdtempSync(path.join(tmpdir(), 'pipefail-fix-'));
writeFileSync(path.join(bin, 'make'), `#!/bin/sh\nprintf '%s\\n' "one  two" 'b\\c "d"' last\nexit "\${1#exit=}"\n`, { mode: 0o755 });
afterAll(() => rmSync(bin, { recursive: true }));

const run = (shell: string, command: string) => {
  const env = { ...process.env, PATH: `${bin}:${process.env['PATH']}` };
  const { status, stdout } = spawnSync(shell, ['-c', command], { encoding: 'utf8', env });
  return { status, stdout };
};

const work = (code: number): string => `make exit=${code}`;

describe.each(shells)('language.md 8: the fixes of CMD-001 and CMD-002 in a real %s', (shell) => {
  test.each([
    ['plain', (code: number) => `${work(code)} | tail -2`],
    ['on a line of its own', (code: number) => `echo first\n${work(code)} | tail -2\n`],
    ['with standard error', (code: number) => `${work(code)} 2>&1 | sort`],
    ['behind other statements', (code: number) => `echo first; ${work(code)} | cat`],
  ])('%s: the output stays, the status is that of the command', (_, command) => {
    for (const code of [0, 3]) {
      const before = run(shell, command(code));
      expect(before.status).toBe(0);
      const after = fixed(command(code), shell);
      if (after === undefined) throw new Error(`no fix: ${command(code)}`);
      expect(run(shell, after)).toEqual({ status: code, stdout: before.stdout });
    }
  });

  test('no fix where it could fail for another reason, or mean something else', () => {
    const inner = `bash -c '${work(0)} | tail -1'`;
    const others = [
      `${work(0)} | head -1`,
      `x=$(grep nothing /etc/hosts | wc -l); ${work(0)} | tail -1`,
      `diff a b | cat; ${work(0)} | tail -1`,
      `x=$(npm outdated | wc -l); ${work(0)} | tail -1`,
    ];
    // Where the status is kept in a variable, other pipelines are as they were.
    for (const command of shell.endsWith('dash') ? [inner, `${work(0)} | wc -l`] : [inner, ...others]) {
      expect(fixed(command, shell), command).toBeUndefined();
    }
  });

  test('a command without output prints nothing more', () => {
    expect(run(shell, fixed('make exit=3 >/dev/null | cat', shell) ?? '')).toEqual({ status: 3, stdout: '' });
  });

  test('a token follows the command', () => {
    const command = (code: number): string => `${work(code)} | tail -1 && echo PASS || echo FAIL`;
    const after = [0, 3].map((code) => fixed(command(code), shell));
    if (shell.endsWith('dash')) expect(after).toEqual([undefined, undefined]);
    else expect(after.map((text) => run(shell, text ?? '').stdout)).toEqual(['last\nPASS\n', 'last\nFAIL\n']);
  });

  test.each([
    'yes | tail -1',
    'while true; do date; done | cat',
    'npm test | ./only-failures | cat',
    'npm test | head -1 | cat',
    'npm test | sed q | cat',
    'npm test | tail -3 old.log',
    "make lint | bash -c 'head -1' | cat",
    'git ls-files | xargs grep needle | cat',
    "sh -c 'grep needle a' | cat",
    'todo() { grep needle a; }; todo | cat',
    'make() { grep needle a; }; make | cat',
    'find . -exec grep needle {} + | cat',
    ...['git grep needle', 'zgrep x a.gz', 'pgrep node', 'which node', 'git diff --exit-code', 'npm outdated', 'npm audit'].map(
      (it) => `${it} | cat`,
    ),
    ...['systemctl is-active x', 'expr 0', 'timeout 5 make', 'npm run dev', 'npx vitest --watch', './make'].map((it) => `${it} | cat`),
    '! make | tail -1',
    'make | (read -r x; cat)  | cat',
  ])('no fix: %s', (command) => {
    const { found } = read(source(command, shell));
    expect(found.map(({ fix }) => fix)).toEqual(found.map(() => undefined));
  });

  test('no fix after `set +o pipefail`; under `!` the message does not say that the node passes', () => {
    expect(fixed('set +o pipefail; make test | tail -3', shell)).toBeUndefined();
    expect(read(source('! make test | tail -3', shell)).found.map(({ message }) => message)).toEqual([
      '`!` turns round the exit status of `tail -3` alone: `a` ends the same way whether `make test` fails or not; put `!` before the command itself',
    ]);
  });
});
