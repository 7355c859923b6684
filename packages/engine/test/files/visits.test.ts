import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BranchStep, openRun, type RunStore } from '@attractor/engine';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { at, newRun } from './place.ts';

const read = (...path: string[]) => readFileSync(join(...path), 'utf8');
const step = (componentVisit: number): BranchStep[] => [{ component: 'fan', componentVisit, index: 0, name: 'b' }];

function reopened(store: RunStore): RunStore {
  store.close();
  const again = openRun(store.directory);
  onTestFinished(() => again.close());
  return again;
}

function visit(store: RunStore, n: number, branch: BranchStep[] = []): void {
  store.nodeDirectory(at('a', n, branch)).write('note.txt', `visit ${n}`);
}

describe('files.md 1: earlier visits', () => {
  it('files.md 1: move to visits/N with their sessions', () => {
    const store = newRun();
    for (const n of [1, 2, 3]) {
      const directory = store.nodeDirectory(at('a', n));
      expect(directory.path).toBe(join(store.directory, 'a'));
      mkdirSync(join(directory.ensure(), 'sessions/s'), { recursive: true });
      writeFileSync(join(directory.path, 'sessions/s/events.jsonl'), `${n}`);
      directory.write('note.txt', `visit ${n}`);
    }
    const a = join(store.directory, 'a');
    expect([read(a, 'note.txt'), read(a, 'sessions/s/events.jsonl')]).toEqual(['visit 3', '3']);
    expect([read(a, 'visits/1/note.txt'), read(a, 'visits/1/sessions/s/events.jsonl')]).toEqual(['visit 1', '1']);
    expect(read(a, 'visits/2/note.txt')).toBe('visit 2');
    expect(readdirSync(join(a, 'visits')).toSorted()).toEqual(['1', '2']);
    expect(readdirSync(store.directory).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('files.md 1: a folder is made at the first write only', () => {
    const store = newRun();
    const directory = store.nodeDirectory(at('a'));
    expect(existsSync(directory.path)).toBe(false);
    directory.ensure();
    expect(existsSync(directory.path)).toBe(true);
  });

  it('files.md 1: a late write of an earlier visit stays out of the next one', () => {
    const store = newRun();
    const first = store.nodeDirectory(at('a', 1));
    first.write('out.txt', 'one');
    visit(store, 2);
    first.write('out.txt', 'one, late');
    expect(first.path).toBe(join(store.directory, 'a/visits/1'));
    expect(read(store.directory, 'a/visits/1/out.txt')).toBe('one, late');
    expect(existsSync(join(store.directory, 'a/out.txt'))).toBe(false);
  });

  it('engine.md 14: the visit that is resumed keeps its folder, the next one moves it', () => {
    const store = newRun();
    visit(store, 1);
    visit(store, 2);
    const second = reopened(store);
    second.nodeDirectory(at('a', 2)).write('more.txt', 'more');
    expect(readdirSync(join(store.directory, 'a')).toSorted()).toEqual(['more.txt', 'note.txt', 'visits']);
    expect(readdirSync(join(store.directory, 'a/visits'))).toEqual(['1']);
    const third = reopened(second);
    visit(third, 3);
    expect(read(store.directory, 'a/visits/2/more.txt')).toBe('more');
    expect(read(store.directory, 'a/note.txt')).toBe('visit 3');
  });

  it('engine.md 14: a first visit is kept as well, and one whose earlier visits wrote nothing', () => {
    const store = newRun();
    visit(store, 1);
    store.nodeDirectory(at('late', 3)).write('x', 'late 3');
    const again = reopened(store);
    again.nodeDirectory(at('a', 1)).write('more.txt', '');
    again.nodeDirectory(at('late', 3)).write('y', '');
    expect(readdirSync(join(store.directory, 'a')).toSorted()).toEqual(['more.txt', 'note.txt']);
    expect(readdirSync(join(store.directory, 'late')).toSorted()).toEqual(['visits', 'x', 'y']);
  });

  it('engine.md 14: a move that a crash interrupted at any point is finished', () => {
    for (const stage of [1, 2, 3]) {
      const store = newRun();
      visit(store, 1);
      visit(store, 2);
      store.close();
      const root = store.directory;
      mkdirSync(join(root, '.next-a'));
      if (stage >= 2) renameSync(join(root, 'a/visits'), join(root, '.next-a/visits'));
      if (stage >= 3) renameSync(join(root, 'a'), join(root, '.next-a/visits/2'));
      const again = openRun(root);
      visit(again, 3);
      again.close();
      const notes = ['visits/1', 'visits/2', '.'].map((folder) => read(root, 'a', folder, 'note.txt'));
      expect([stage, ...notes]).toEqual([stage, 'visit 1', 'visit 2', 'visit 3']);
      expect(readdirSync(root).filter((name) => name.startsWith('.'))).toEqual([]);
    }
  });

  it('engine.md 14: visits counted again from an older checkpoint overwrite nothing', () => {
    const store = newRun();
    for (const n of [1, 2, 3, 4]) visit(store, n);
    const again = reopened(store);
    for (const n of [2, 3]) visit(again, n);
    const a = join(store.directory, 'a');
    const kept = readdirSync(join(a, 'visits')).map((name) => read(a, 'visits', name, 'note.txt'));
    expect(kept).toEqual(expect.arrayContaining(['visit 1', 'visit 2', 'visit 3']));
    expect(read(a, 'note.txt')).toBe('visit 3');
  });

  it('files.md 1: branches of an earlier visit of the component move to visits/<v>', () => {
    const store = newRun();
    visit(store, 1, step(1));
    visit(store, 2, step(1));
    visit(store, 1, step(2));
    const again = reopened(store);
    visit(again, 1, step(2));
    visit(again, 1, step(3));
    const fan = join(store.directory, 'branches/fan');
    expect(read(fan, 'visits/1/0-b/a/note.txt')).toBe('visit 2');
    expect(read(fan, 'visits/1/0-b/a/visits/1/note.txt')).toBe('visit 1');
    expect(read(fan, 'visits/2/0-b/a/note.txt')).toBe('visit 1');
    expect(read(fan, '0-b/a/note.txt')).toBe('visit 1');
    expect(readdirSync(fan).toSorted()).toEqual(['0-b', 'visits']);
  });

  it('files.md 1: any order of visits, branches and reopenings leaves every visit in its own folder', () => {
    const action = fc.oneof(
      { weight: 4, arbitrary: fc.constant('next' as const) },
      fc.constant('again' as const),
      fc.constant('reopen' as const),
      fc.constant('component' as const),
    );
    fc.assert(
      fc.property(fc.array(action, { maxLength: 14 }), fc.boolean(), (actions, inBranch) => {
        let store = newRun();
        let [component, current] = [1, 1];
        const branch = () => (inBranch ? step(component) : []);
        visit(store, current, branch());
        const expected = new Map([[`${component}/1`, 'visit 1']]);
        for (const name of actions) {
          if (name === 'reopen') store = reopened(store);
          if (name === 'next') current++;
          if (name === 'component' && inBranch) [component, current] = [component + 1, 1];
          visit(store, current, branch());
          expected.set(`${component}/${current}`, `visit ${current}`);
        }
        store.close();
        for (const [key, note] of expected) {
          const [c, v] = key.split('/').map(Number);
          const frame = inBranch ? (c === component ? 'branches/fan/0-b' : `branches/fan/visits/${c}/0-b`) : '.';
          const last = Math.max(
            ...[...expected.keys()].filter((other) => other.startsWith(`${c}/`)).map((other) => Number(other.split('/')[1])),
          );
          expect(read(store.directory, frame, v === last ? 'a' : `a/visits/${v}`, 'note.txt')).toBe(note);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('files.md 3: a visit costs the same whatever came before (300 visits)', () => {
    const store = newRun();
    for (let n = 1; n <= 300; n++) store.writeStatus(at('a', n), { n }, n);
    expect(readdirSync(join(store.directory, 'a/visits'))).toHaveLength(299);
    expect(JSON.parse(read(store.directory, 'a/visits/150/status.json'))).toEqual({ n: 150 });
    expect(JSON.parse(read(store.directory, 'iteration_150/a/status.json'))).toEqual({ n: 150 });
  });
});
