import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRun, openRun, readJournal, StoreError } from '@attractor/engine';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openAppendFile } from '../../src/files/append-file.ts';
import { writeFailure } from '../../src/files/failure.ts';
import { at, manifest, newRun, resolved, scratch } from './place.ts';

function failure(action: () => unknown): StoreError {
  try {
    action();
  } catch (error) {
    if (error instanceof StoreError) return error;
    throw error;
  }
  throw new Error('it did not fail');
}

/** A file system of its own with little room; undefined where mounting is not allowed. */
function smallDisk(): string | undefined {
  const folder = scratch();
  if (process.platform !== 'linux' || spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]).status !== 0) return undefined;
  onTestFinished(() => void execFileSync('umount', ['-l', folder]));
  return folder;
}

const line = (n: number) => JSON.stringify({ n, t: 'x', text: 'y'.repeat(700) });

describe('files.md 3: storage that fails', () => {
  it('files.md 3: a full disk stops with that reason; what was appended stays whole, and the run resumes', ({ skip }) => {
    const disk = smallDisk();
    if (disk === undefined) return skip('mounting is not allowed here');
    const store = newRun(join(disk, 'run'));
    let written = 0;
    const error = failure(() => {
      for (; written < 1000; written++) store.appendJournal(line(written + 1));
    });
    expect([error.code, error.path]).toEqual(['disk_full', join(disk, 'run/journal.jsonl')]);
    expect(error.message).toContain('free space, then resume');
    expect(written).toBeGreaterThan(10);
    const big = { text: 'z'.repeat(100_000) };
    expect(failure(() => store.writeCheckpoint(big)).code).toBe('disk_full');
    expect(failure(() => store.updateManifest(big)).code).toBe('disk_full');
    expect(failure(() => store.writeStatus(at('a'), big, 0)).code).toBe('disk_full');
    expect(failure(() => store.nodeDirectory(at('a')).write('response.md', big.text)).code).toBe('disk_full');
    expect(JSON.parse(readFileSync(join(disk, 'run/manifest.json'), 'utf8'))).toEqual(manifest);
    expect(readdirSync(join(disk, 'run')).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    const journal = readJournal(join(disk, 'run'));
    expect([journal.lines.length, journal.torn]).toEqual([written, false]);
    store.close();
    rmSync(join(disk, 'run/a'), { recursive: true, force: true });
    execFileSync('mount', ['-o', 'remount,size=256k', disk]);
    const again = openRun(join(disk, 'run'));
    again.appendJournal(line(written + 1));
    again.close();
    expect(again.repaired).toEqual([]);
    expect(readJournal(join(disk, 'run')).lines).toHaveLength(written + 1);
  });

  it('files.md 3: space that comes back lets the same process go on, without half lines', ({ skip }) => {
    const disk = smallDisk();
    if (disk === undefined) return skip('mounting is not allowed here');
    const filler = join(disk, 'filler');
    writeFileSync(filler, 'f'.repeat(30_000));
    const store = newRun(join(disk, 'run'));
    let written = 0;
    failure(() => {
      for (; written < 1000; written++) store.appendJournal(line(written + 1));
    });
    rmSync(filler);
    store.appendJournal(line(written + 1));
    expect(readJournal(join(disk, 'run')).lines.map(({ value }) => value['n'])).toEqual(
      Array.from({ length: written + 1 }, (_, n) => n + 1),
    );
  });

  it.runIf(existsSync('/dev/full'))('files.md 3: a device that is full, at the level of the descriptor', () => {
    const file = openAppendFile('/dev/full', false);
    onTestFinished(() => file.close());
    const error = failure(() => file.append(['x']));
    expect([error.code, error.path]).toEqual(['disk_full', '/dev/full']);
    expect(failure(() => file.append(['y'])).path).toBe('/dev/full');
  });

  it('files.md 3: a directory that cannot be written names the path', () => {
    const file = join(scratch(), 'file');
    writeFileSync(file, '');
    const below = failure(() => createRun(join(file, 'run'), manifest, '', resolved));
    expect([below.code, below.path]).toEqual(['unwritable', join(file, 'run')]);
    expect(below.message).toContain('a part of the path is not a folder');
    expect(failure(() => createRun(file, manifest, '', resolved)).code).toBe('unwritable');
    if (process.platform === 'linux') expect(failure(() => createRun('/proc/self/run', manifest, '', resolved)).code).toBe('unwritable');
  });

  it('files.md 3: a file or folder in the way is told, and nothing throws anything else', () => {
    const store = newRun();
    writeFileSync(join(store.directory, 'a'), 'in the way');
    for (const action of [
      () => store.writeStatus(at('a'), {}, undefined),
      () => store.nodeDirectory(at('a')).ensure(),
      () => store.nodeDirectory(at('a')).write('x', ''),
    ]) {
      expect(failure(action)).toMatchObject({ code: 'unwritable', path: expect.stringContaining(join(store.directory, 'a')) });
    }
    mkdirSync(join(store.directory, 'checkpoint.json'));
    expect(failure(() => store.writeCheckpoint({})).path).toBe(join(store.directory, 'checkpoint.json'));
    expect(readdirSync(store.directory).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('files.md 3: system codes and their meaning', () => {
    const code = (name: string) => writeFailure(Object.assign(new Error('m'), { code: name }), '/p');
    expect(['ENOSPC', 'EDQUOT', 'EACCES', 'EROFS', 'EPERM', 'EIO'].map((name) => code(name).code)).toEqual([
      'disk_full',
      'disk_full',
      'unwritable',
      'unwritable',
      'unwritable',
      'unwritable',
    ]);
    expect(code('EROFS').message).toBe('cannot write /p: the file system is read-only (EROFS)');
    expect(code('EIO').cause).toBeInstanceOf(Error);
  });

  it('files.md 3: --durability power appends and syncs', () => {
    const store = newRun(undefined, { durability: 'power' });
    store.appendJournal('{"n":1,"t":"x"}');
    store.appendEvents(['{}']);
    store.writeCheckpoint({ a: 1 });
    store.sync();
    store.close();
    expect(readJournal(store.directory).lines).toHaveLength(1);
  });
});
