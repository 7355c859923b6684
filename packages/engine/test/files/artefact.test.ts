import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { artefactProblem, artefactStart, artefactStat } from '@attractor/engine';
import { describe, expect, it } from 'vitest';
import { newRun, scratch } from './place.ts';

const path = () => join(scratch(), 'report.md');

/** One visit: takes the start, does the work, judges. */
function visit(file: string, work: () => void): string | undefined {
  const store = newRun();
  const { startNs, before } = artefactStart(file, () => store.fileSystemNow());
  work();
  store.close();
  return artefactProblem(file, before, startNs);
}

describe('engine.md 3.8: must_write', () => {
  it('engine.md 3.8: a file written in the visit counts, however fast', () => {
    for (let n = 0; n < 20; n++) {
      const file = path();
      expect(visit(file, () => writeFileSync(file, 'x'))).toBeUndefined();
    }
  });

  it('engine.md 3.8: a rewrite counts at once after the first write, even of the same content', () => {
    const file = path();
    for (let n = 0; n < 20; n++) expect(visit(file, () => writeFileSync(file, 'same'))).toBeUndefined();
    expect(
      visit(file, () => {
        writeFileSync(`${file}.new`, 'same');
        renameSync(`${file}.new`, file);
      }),
    ).toBeUndefined();
  });

  it('engine.md 3.8: absent', () => {
    const file = path();
    expect(visit(file, () => {})).toBe(`${file} is absent`);
    writeFileSync(file, 'x');
    expect(visit(file, () => rmSync(file))).toBe(`${file} is absent`);
    expect(visit(join(file, 'below'), () => {})).toBe(`${join(file, 'below')} is absent`);
  });

  it('engine.md 3.8: stale', () => {
    const file = path();
    writeFileSync(file, 'x');
    expect(visit(file, () => {})).toContain(`${file} is stale`);
    const moved = path();
    const old = path();
    writeFileSync(old, 'made long ago');
    utimesSync(old, 1_000_000, 1_000_000);
    expect(visit(moved, () => renameSync(old, moved))).toContain('before this visit began');
    const future = path();
    writeFileSync(future, 'x');
    utimesSync(future, 4_000_000_000, 4_000_000_000);
    expect(visit(future, () => {})).toContain('is what it was before');
    expect(visit(future, () => writeFileSync(future, 'y'))).toContain('is what it was before');
  });

  it('engine.md 3.8: blank', () => {
    const file = path();
    for (const blank of ['', ' \t\r\n\v\f', '\ufeff \n', ' '.repeat(200_000)]) {
      expect(visit(file, () => writeFileSync(file, blank))).toBe(`${file} is blank`);
    }
    for (const filled of [`${' '.repeat(200_000)}x`, '\u00a0', '\0', '\ufeffx']) {
      expect(visit(file, () => writeFileSync(file, filled))).toBeUndefined();
    }
  });

  it('engine.md 3.8: a large file is read no further than its first sign', () => {
    const file = path();
    const started = performance.now();
    const write = () => {
      writeFileSync(file, 'x');
      truncateSync(file, 3 * 1024 ** 3);
    };
    expect(visit(file, write)).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(2000);
  });

  it('engine.md 3.8: not a file', () => {
    const folder = path();
    expect(visit(folder, () => mkdirSync(folder))).toBe(`${folder} is not a file`);
    const pipe = path();
    expect(visit(pipe, () => execFileSync('mkfifo', [pipe]))).toBe(`${pipe} is not a file`);
    const loop = path();
    expect(visit(loop, () => symlinkSync(loop, loop))).toBe(`${loop} cannot be read (ELOOP)`);
  });

  it('engine.md 3.8: the stat before is that of what a link leads to', () => {
    const file = path();
    const link = path();
    writeFileSync(file, 'abc');
    symlinkSync(file, link);
    expect(artefactStat(link)).toEqual(artefactStat(file));
    expect(artefactStat(link)).toMatchObject({ size: 3n, isFile: true });
    expect(visit(link, () => writeFileSync(file, 'abcd'))).toBeUndefined();
  });

  it('engine.md 3.8: the file system clock never goes back and moves on', async () => {
    const store = newRun();
    const first = store.fileSystemNow();
    await expect.poll(() => store.fileSystemNow() > first, { interval: 5 }).toBe(true);
  });
});
