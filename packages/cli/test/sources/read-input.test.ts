import { execFileSync } from 'node:child_process';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readInput, readInputText } from '../../src/sources/read-input.ts';
import { attractor, folder } from '../attractor.ts';

const graph = 'digraph g { start [shape=Mdiamond]; exit [shape=Msquare]; work [prompt=p]; start -> work -> exit }';

describe('files.md 5: what has no end is refused at once', () => {
  const cwd = folder({ 'g.dot': graph, 'long.txt': '', 'bad.txt': '' });
  execFileSync('mkfifo', [join(cwd, 'pipe.dot')]);
  truncateSync(join(cwd, 'long.txt'), 65 * 1024 * 1024);
  writeFileSync(join(cwd, 'bad.txt'), Buffer.from([0xff]));

  const named: readonly (readonly [string, readonly string[]])[] = [
    ['the pipeline', ['run', 'FILE']],
    ['validate', ['validate', 'FILE']],
    ['--script', ['run', 'g.dot', '--script', 'FILE']],
    ['answers', ['run', 'g.dot', '--simulate', '--on-human-gate', 'queue:FILE']],
    ['--param', ['run', 'g.dot', '--simulate', '--param', 'x=@FILE']],
  ];

  test.each(named)('a named pipe and a device as %s', { timeout: 60_000 }, async (_, args) => {
    for (const [file, reason] of [
      ['pipe.dot', 'it is a named pipe'],
      ['/dev/zero', 'it is a device'],
    ] as const) {
      const finished = await attractor(
        args.map((arg) => arg.replace('FILE', file)),
        { cwd },
      );
      expect(finished.code).toBe(2);
      expect(finished.stderr).toContain(`${file}: ${reason}`);
    }
  });

  test('a file that is too long, and bytes that are no text', () => {
    expect(() => readInput(join(cwd, 'long.txt'))).toThrow('it is longer than 64 MB');
    expect(() => readInputText(join(cwd, 'bad.txt'))).toThrow(TypeError);
    expect(readInputText(join(cwd, 'g.dot'))).toBe(graph);
  });

  test('stdin and what a shell hands over as a descriptor are read; an endless one is refused', {
    timeout: 60_000,
  }, () => {
    const bin = `${process.execPath} ${join(import.meta.dirname, '../../bin/attractor.js')}`;
    const bash = (line: string): string => execFileSync('bash', ['-c', line], { cwd, encoding: 'utf8' });
    expect(bash(`cat g.dot | ${bin} validate - 2>&1`)).toContain('no errors');
    expect(bash(`${bin} validate <(cat g.dot) 2>&1`)).toContain('no errors');
    expect(bash(`cat /dev/zero | ${bin} validate - 2>&1; echo "code $?"`)).toMatch(/longer than 64 MB[\s\S]*code 2/);
  });
});
