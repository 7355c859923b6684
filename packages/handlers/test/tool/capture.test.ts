import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StoreError } from '@attractor/engine';
import { describe, expect, test } from 'vitest';
import { runCommand } from '../../src/tool/run-command.ts';

const base = {
  shell: '/bin/sh',
  environment: { PATH: process.env['PATH'] ?? '' },
  mask: () => ({ push: (text: string) => text, end: () => '' }),
};

describe('files.md 3: a disk that does not take the output', () => {
  test.skipIf(process.platform !== 'linux')('full: the command is ended and the run learns why', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'capture-'));
    symlinkSync('/dev/full', join(folder, 'output.txt'));
    const start = performance.now();
    const running = runCommand({
      ...base,
      command: 'while :; do echo more; done',
      workingDirectory: folder,
      folder,
      signal: new AbortController().signal,
    });
    const error = await running.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StoreError);
    expect(error).toMatchObject({ code: 'disk_full', path: join(folder, 'output.txt') });
    expect(performance.now() - start).toBeLessThan(5000);
    rmSync(folder, { recursive: true });
  });

  test('a folder that is gone: nothing is started', async () => {
    const folder = join(tmpdir(), 'no-such-folder-of-a-node');
    const running = runCommand({ ...base, command: 'true', workingDirectory: tmpdir(), folder, signal: new AbortController().signal });
    await expect(running).rejects.toMatchObject({ name: 'StoreError', code: 'unwritable' });
  });
});
