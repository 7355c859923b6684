import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRun, openRun, readManifest, StoreError } from '@attractor/engine';
import { describe, expect, it } from 'vitest';
import { at, manifest, newRun, resolved, scratch } from './place.ts';

const mode = (path: string) => statSync(path).mode & 0o777;
const text = (...path: string[]) => readFileSync(join(...path), 'utf8');

function codeOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    expect(error).toBeInstanceOf(StoreError);
    return (error as StoreError).code;
  }
  return 'no error';
}

describe('files.md 1: the run directory', () => {
  it('files.md 1: a folder that a process made in place of status.json gives way to it', () => {
    const store = newRun();
    mkdirSync(join(store.nodeDirectory(at('a')).ensure(), 'status.json', 'deep'), { recursive: true });
    store.writeStatus(at('a'), { status: 'fail' }, 0);
    expect(JSON.parse(readFileSync(join(store.directory, 'a/status.json'), 'utf8'))).toEqual({ status: 'fail' });
  });

  it('files.md 1: directory 0700, files 0600, exact source', () => {
    const store = newRun();
    store.appendJournal('{"n":1,"t":"x"}');
    store.writeCheckpoint({ a: 1 });
    store.writeStatus(at('a'), { status: 'success' }, 0);
    store.nodeDirectory(at('a')).write('prompt.md', 'hello');
    expect(mode(store.directory)).toBe(0o700);
    expect(mode(join(store.directory, 'a'))).toBe(0o700);
    for (const name of [
      'manifest.json',
      'graph.dot',
      'graph.resolved.json',
      'journal.jsonl',
      'checkpoint.json',
      'a/status.json',
      'a/prompt.md',
    ]) {
      expect([name, mode(join(store.directory, name))]).toEqual([name, 0o600]);
    }
    expect(text(store.directory, 'graph.dot')).toBe('digraph g {}');
    expect(JSON.parse(text(store.directory, 'graph.resolved.json'))).toEqual(resolved);
    expect(readManifest(store.directory)).toEqual(manifest);
  });

  it('files.md 1: a directory that holds a run is refused, another folder is taken', () => {
    const store = newRun();
    store.close();
    expect(codeOf(() => createRun(store.directory, manifest, '', resolved))).toBe('run_exists');
    const other = scratch();
    writeFileSync(join(other, 'mine.txt'), 'x');
    const second = newRun(other);
    expect(mode(other)).toBe(0o700);
    expect(text(other, 'mine.txt')).toBe('x');
    expect(second.directory).toBe(other);
    const journalOnly = scratch();
    writeFileSync(join(journalOnly, 'journal.jsonl'), '{"n":1,"t":"x"}\n');
    expect(codeOf(() => createRun(journalOnly, manifest, '', resolved))).toBe('run_exists');
  });

  it('files.md 1: appended lines, merged manifest, feedback', () => {
    const store = newRun();
    store.appendEvents(['{"e":1}', '{"e":2}']);
    store.appendEvents([]);
    store.appendTrace('{"t":1}');
    store.appendDecision('{"d":1}');
    store.updateManifest({ status: 'success' });
    store.updateManifest({ duration_ms: 3 });
    store.writeFeedback('manifest.json', 'notes');
    store.sync();
    expect(text(store.directory, 'events.jsonl')).toBe('{"e":1}\n{"e":2}\n');
    expect(text(store.directory, 'trace.jsonl')).toBe('{"t":1}\n');
    expect(text(store.directory, 'decisions.jsonl')).toBe('{"d":1}\n');
    expect(readManifest(store.directory)).toEqual({ ...manifest, status: 'success', duration_ms: 3 });
    expect(text(store.directory, 'feedback/manifest.json.md')).toBe('notes');
    expect(() => store.appendTrace('a\nb')).toThrow('line break');
  });

  it('files.md 1: `<node>+` when the id equals another name of the directory', () => {
    const store = newRun();
    for (const node of ['manifest.json', 'branches', 'iteration_0', 'iteration_x', 'lock', 'jobs', '.hidden', 'plain']) {
      store.writeStatus(at(node), { node }, 0);
    }
    const branch = [{ component: 'fan', componentVisit: 1, index: 0, name: 'b' }];
    store.writeStatus(at('branches', 1, branch), {}, undefined);
    const names = readdirSync(store.directory);
    expect(names).toEqual(
      expect.arrayContaining(['manifest.json+', 'branches+', 'iteration_0+', 'iteration_x', 'lock+', 'jobs+', '.hidden+', 'plain']),
    );
    expect(existsSync(join(store.directory, 'branches/fan/0-b/branches+/status.json'))).toBe(true);
    expect(readManifest(store.directory)).toEqual(manifest);
  });

  it('files.md 1: long ids get short folders that differ', () => {
    const store = newRun();
    const ids = ['x'.repeat(300), `${'x'.repeat(299)}y`, 'ä'.repeat(150), 'a/../../b', '..', '.', 'c\u0000d'];
    for (const id of ids) store.writeStatus(at(id), { id }, 0);
    for (const id of ids) {
      const folder = store.nodeDirectory(at(id)).path;
      expect(folder.slice(store.directory.length + 1)).not.toContain('/');
      expect(JSON.parse(text(folder, 'status.json'))).toEqual({ id });
    }
  });

  it('files.md 1, §24: status of the iteration beside the latest one', () => {
    const store = newRun();
    store.writeStatus(at('a', 1), { visit: 1 }, 0);
    store.writeStatus(at('a', 2), { visit: 2 }, 0);
    store.writeStatus(at('a', 3), { visit: 3 }, 1);
    store.writeStatus(at('a', 3), { visit: 3, again: true }, 1);
    store.writeStatus(at('a', 4), { visit: 4 }, 0);
    const visit = (path: string) => JSON.parse(text(store.directory, path, 'status.json'));
    expect(visit('a')).toEqual({ visit: 4 });
    expect(visit('a/visits/1')).toEqual({ visit: 1 });
    expect(visit('iteration_0/a')).toEqual({ visit: 4 });
    expect(visit('iteration_1/a')).toEqual({ visit: 3, again: true });
    expect(readdirSync(join(store.directory, 'iteration_1/a'))).toEqual(['status.json']);
  });

  it('files.md 1: nothing is written through a link that leads out of the directory', () => {
    const store = newRun();
    const outside = join(scratch(), 'outside');
    writeFileSync(outside, 'untouched');
    const directory = store.nodeDirectory(at('a'));
    const folder = directory.ensure();
    for (const name of ['prompt.md', 'status.json']) symlinkSync(outside, join(folder, name));
    directory.write('prompt.md', 'p');
    store.writeStatus(at('a'), { s: 1 }, undefined);
    expect(text(outside)).toBe('untouched');
    expect(text(folder, 'prompt.md')).toBe('p');
    for (const name of ['../x', 'a/b', '..', '']) expect(() => directory.write(name, '')).toThrow('not a file name');
  });

  it('files.md 3: JSON files are replaced, never changed in place', () => {
    const store = newRun();
    store.writeCheckpoint({ n: 1 });
    const old = join(store.directory, 'old-checkpoint');
    linkSync(join(store.directory, 'checkpoint.json'), old);
    store.writeCheckpoint({ n: 2 });
    expect(JSON.parse(text(old))).toEqual({ n: 1 });
    expect(JSON.parse(text(store.directory, 'checkpoint.json'))).toEqual({ n: 2 });
    expect(readdirSync(store.directory).filter((name) => name.includes('.tmp'))).toEqual([]);
  });

  it('engine.md 14: opening drops torn last lines and tells so', () => {
    const store = newRun();
    store.appendJournal('{"n":1,"t":"x"}');
    store.close();
    const journal = join(store.directory, 'journal.jsonl');
    writeFileSync(journal, `${text(journal)}{"n":2,"t":"${'y'.repeat(200_000)}`);
    writeFileSync(join(store.directory, 'trace.jsonl'), '{"half');
    const again = openRun(store.directory);
    expect(again.repaired).toEqual(['journal.jsonl', 'trace.jsonl']);
    again.appendJournal('{"n":2,"t":"z"}');
    again.close();
    expect(text(journal)).toBe('{"n":1,"t":"x"}\n{"n":2,"t":"z"}\n');
    expect(text(store.directory, 'trace.jsonl')).toBe('');
  });

  it('engine.md 14: opening what is no run says so', () => {
    expect(codeOf(() => openRun(scratch()))).toBe('run_not_found');
    const file = join(scratch(), 'file');
    writeFileSync(file, '');
    expect(codeOf(() => openRun(file))).toBe('run_not_found');
  });

  it('files.md 1: children lie below their frame', () => {
    const store = newRun();
    const branch = [{ component: 'fan', componentVisit: 1, index: 2, name: 'b' }];
    expect(store.childDirectory(at('sub'), 1)).toBe(join(store.directory, 'children/sub/1'));
    const nested = store.childDirectory(at('sub', 1, branch), 3);
    expect(nested).toBe(join(store.directory, 'branches/fan/2-b/children/sub/3'));
    mkdirSync(store.childDirectory(at('sub'), 1), { recursive: true });
    newRun(nested).appendJournal('{"n":1,"t":"x"}');
    store.writeStatus(at('sub', 1, branch), {}, undefined);
    expect(existsSync(join(nested, 'journal.jsonl'))).toBe(true);
  });
});
