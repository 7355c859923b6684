import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { successLines } from '../../src/lint/outcomes/printed.ts';
import { graphOf, nodeOf } from '../helpers.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'attractor-printed-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function linesOf(command: string): readonly string[] | undefined {
  const text = command.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
  const lines = successLines(nodeOf(graphOf(`t [shape=parallelogram, tool_command="${text}"]`), 't'));
  return lines === undefined ? undefined : [...lines].sort();
}

/** A command, and the last lines with which it can succeed; undefined where nobody can know without running it. */
const cases: readonly (readonly [command: string, lines: readonly string[] | undefined])[] = [
  ['true', ['']],
  ['echo PASS', ['PASS']],
  ['echo a; echo; echo "  b  "; echo ""', ['b']],
  ['printf pass', ['pass']],
  ["printf 'x\\ny\\n'; printf z", ['z']],
  ['printf a; echo b', ['ab']],
  ['printf a; printf "\\n"; printf b', ['b']],
  ["printf '%s\\n' done", ['done']],
  ['if [ "$X" = 1 ]; then echo yes; else echo no; fi', ['no', 'yes']],
  ['if [ "$X" = 1 ]; then echo yes; elif [ "$X" = 2 ]; then echo two; fi', ['', 'two', 'yes']],
  ['[ "$X" = 1 ] && echo yes || echo no', ['no', 'yes']],
  ['[ "$X" = 1 ] && echo yes', ['yes']],
  ['[ "$X" = 1 ] || { echo bad; exit 1; }; echo ok', ['ok']],
  ['echo nothing; exit 1', []],
  ['echo nothing; exit 256', ['nothing']],
  ['case "$X" in 1) echo one;; 2) echo two; exit 3;; *) printf other;; esac', ['one', 'other']],
  ['case "$X" in 1) echo one;; esac', ['', 'one']],
  ['( echo in; exit 1 ) || echo out', ['out']],
  ['! false && echo turned', ['turned']],
  ['for i in 1 2; do echo turn; done; echo end', ['end']],
  ['for i in 1 2; do echo turn; done', ['', 'turn']],
  ['ls / > /dev/null 2>&1 && echo there || echo gone', ['gone', 'there']],
  ['echo hidden > out.txt; echo seen >> out.txt; echo x >&2', ['']],
  ['X=$(echo inner); echo outer', ['outer']],
  ['ls /nowhere 2>/dev/null | grep -q x; echo after', ['after']],
  ['mkdir -p sub && test -d sub && echo made', ['made']],
  ['echo $X', undefined],
  // What it prints may end in the middle of a line.
  ['ls / ; echo after', undefined],
  ['ls /', undefined],
  ['date | cat', undefined],
  ['ls / && printf tail', undefined],
  ['eval "echo hi"', undefined],
  ['f() { echo f; exit 0; }; f; echo end', undefined],
  ['echo later & echo now', undefined],
  ['while true; do echo x; break; done', undefined],
  ['echo -n open', undefined],
];

describe('engine.md 10: the last lines with which a command can succeed', () => {
  test.each(cases)('engine.md 10: %s', (command, lines) => {
    expect(linesOf(command)).toEqual(lines);
  });

  test.each(cases.filter(([, lines]) => lines !== undefined))('engine.md 10: bash agrees: %s', (command, lines) => {
    for (const value of ['1', '2', '3']) {
      // No stdin: bash takes a socket there for a remote shell and reads start-up files.
      const run = spawnSync('bash', ['--norc', '-c', command], {
        cwd: folder,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
        env: { PATH: process.env['PATH'], X: value },
      });
      if (run.status !== 0) continue;
      const last = run.stdout.split('\n').findLast((line) => line.trim() !== '') ?? '';
      expect(lines).toContain(last.trim());
    }
  });

  test('engine.md 10: code of any depth or length is left alone, not followed into the ground', () => {
    expect(linesOf(`${'{ '.repeat(400)}echo x${'; }'.repeat(400)}`)).toBeUndefined();
    expect(linesOf(`${'[ -f a ] && echo a || echo b; '.repeat(600)}echo end`)).toEqual(['end']);
    expect(linesOf(Array.from({ length: 80 }, (_, i) => `[ -f ${i} ] && printf ${i}`).join('; '))).toBeUndefined();
  });
});
