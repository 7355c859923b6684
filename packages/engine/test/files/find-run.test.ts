import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRun, findRun, listRuns, newRunId, runsRoot, StoreError } from '@attractor/engine';
import { describe, expect, it } from 'vitest';
import { manifest, resolved, scratch } from './place.ts';

function working(ids: readonly string[]): string {
  const cwd = scratch();
  ids.forEach((id, n) => {
    const start = new Date(1_700_000_000_000 + n * 1000).toISOString();
    createRun(join(runsRoot(cwd), id), { ...manifest, run_id: id, start_time: start, cwd }, '', resolved).close();
  });
  return cwd;
}

function problem(name: string, cwd: string): string {
  try {
    return `found ${findRun(name, cwd)}`;
  } catch (error) {
    expect(error).toBeInstanceOf(StoreError);
    expect((error as StoreError).code).toBe('run_not_found');
    return (error as StoreError).message;
  }
}

describe('files.md 5: naming a run', () => {
  it('files.md 5: directory, id, beginning of an id, latest', () => {
    const cwd = working(['20250101-a', '20250102-bb', '20250102-bbb']);
    const root = runsRoot(cwd);
    expect(findRun('latest', cwd)).toBe(join(root, '20250102-bbb'));
    expect(findRun('20250102-bb', cwd)).toBe(join(root, '20250102-bb'));
    expect(findRun('20250101', cwd)).toBe(join(root, '20250101-a'));
    expect(findRun('.attractor/runs/20250101-a', cwd)).toBe(join(root, '20250101-a'));
    expect(findRun(join(root, '20250101-a'), '/')).toBe(join(root, '20250101-a'));
  });

  it('files.md 5: what is not found is answered with what is there', () => {
    const cwd = working(['20250101-a', '20250102-b']);
    expect(problem('2025', cwd)).toMatch(/several runs begin with `2025`: .*20250101-a, 20250102-b/);
    expect(problem('x', cwd)).toContain('no run `x`; runs in ');
    expect(problem('x', cwd)).toContain('20250102-b, 20250101-a');
    expect(problem('', cwd)).toContain('no run ``');
    expect(problem('.attractor', cwd)).toContain(`${join(cwd, '.attractor')} holds no run`);
    expect(problem('../20250101-a', cwd)).toContain('no run');
    const empty = scratch();
    expect(problem('latest', empty)).toContain('start one with `attractor run`');
    expect(problem('x', empty)).toContain('there is no run in ');
    const many = working(['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7']);
    expect(problem('a', many)).toContain('and 2 more');
  });

  it('files.md 5: runs are listed newest first; strange entries do no harm', () => {
    const cwd = working(['b', 'a']);
    const root = runsRoot(cwd);
    writeFileSync(join(root, 'file'), '');
    mkdirSync(join(root, 'empty'));
    mkdirSync(join(root, 'damaged'));
    writeFileSync(join(root, 'damaged/manifest.json'), '{');
    expect(listRuns(root).map((run) => [run.id, run.status, run.graph])).toEqual([
      ['a', '', 'g'],
      ['b', '', 'g'],
      ['damaged', 'unreadable', ''],
    ]);
    expect(listRuns(root)[0]).toMatchObject({ directory: join(root, 'a'), cwd, start: '2023-11-14T22:13:21.000Z' });
    expect(listRuns(join(root, 'absent'))).toEqual([]);
  });

  it('files.md 1: run ids sort by time and differ', () => {
    expect(newRunId(Date.UTC(2025, 0, 31, 14, 25, 30, 123), () => 0.999999)).toBe('20250131-142530-123-zzzzzzzz');
    expect(newRunId(0, () => 0)).toMatch(/^19700101-000000-000-0{8}$/);
    const times = [0, 1, 999, 1000, 1_700_000_000_000, 4_000_000_000_000];
    const ids = times.map((time) => newRunId(time, Math.random));
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(Array.from({ length: 1000 }, () => newRunId(0, Math.random))).size).toBe(1000);
  });
});
