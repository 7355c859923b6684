import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ArtifactError, type ArtifactRecord, createArtifactStore, StoreError } from '@attractor/engine';
import { describe, expect, it } from 'vitest';
import { newRun } from './place.ts';

function fresh(directory = newRun().directory) {
  const records: ArtifactRecord[] = [];
  const store = createArtifactStore({ directory, journal: (record) => records.push(record), now: () => 0 });
  return { directory, records, store, file: (id: string) => join(directory, 'artifacts', `${id}.json`) };
}

const large = 'x'.repeat(100 * 1024);

describe('canonical 5.5: artefact store', () => {
  it('canonical 5.5: small data through the journal, data over 100 KB in a file', () => {
    const { store, records, file } = fresh();
    const limit = 'x'.repeat(100 * 1024 - 2);
    expect(store.store('small', 'Small', limit)).toEqual({
      id: 'small',
      name: 'Small',
      sizeBytes: 100 * 1024,
      storedAt: '1970-01-01T00:00:00.000Z',
      fileBacked: false,
    });
    expect(store.store('large', 'Large', { text: large }).fileBacked).toBe(true);
    expect(existsSync(file('small'))).toBe(false);
    expect(store.retrieve('small')).toBe(limit);
    expect(store.retrieve('large')).toEqual({ text: large });
    expect(JSON.stringify(records[1])).not.toContain('xxx');
    expect(store.list().map((info) => info.id)).toEqual(['small', 'large']);
    expect([store.has('large'), store.has('other')]).toEqual([true, false]);
  });

  it('canonical 5.5: replace, remove, clear take the files along', () => {
    const { store, file, directory } = fresh();
    for (const id of ['a', 'b', 'c']) store.store(id, id, large);
    store.store('a', 'a', 1);
    expect([existsSync(file('a')), store.retrieve('a')]).toEqual([false, 1]);
    expect([store.remove('b'), store.remove('b'), existsSync(file('b'))]).toEqual([true, false, false]);
    store.clear();
    expect([store.list(), readdirSync(join(directory, 'artifacts'))]).toEqual([[], []]);
  });

  it('canonical 5.5: the journal brings everything back', () => {
    const { store, records, directory } = fresh();
    store.store('a', 'a', { k: [1] });
    store.store('b', 'b', large);
    store.store('gone', 'gone', 1);
    store.remove('gone');
    const second = fresh(directory);
    for (const record of JSON.parse(JSON.stringify(records)) as ArtifactRecord[]) second.store.apply(record);
    expect(second.records).toEqual([]);
    expect(second.store.list()).toEqual(store.list());
    expect([second.store.retrieve('a'), second.store.retrieve('b')]).toEqual([{ k: [1] }, large]);
  });

  it('canonical 5.5: stored data is a copy', () => {
    const { store } = fresh();
    const data = { list: [1] };
    store.store('a', 'a', data);
    data.list.push(2);
    expect(store.retrieve('a')).toEqual({ list: [1] });
  });

  it('canonical 5.5: bad ids, absent ones and lost files say so', () => {
    const { store, file, records } = fresh();
    for (const id of ['', '..', '../x', 'a/b', '.a', 'ä', 'x'.repeat(201)]) {
      expect(() => store.store(id, 'n', 1)).toThrow(expect.objectContaining({ code: 'artifact_id' }));
    }
    expect(records).toEqual([]);
    expect(() => store.retrieve('nothing')).toThrow(ArtifactError);
    store.store('a', 'a', large);
    writeFileSync(file('a'), '{');
    expect(() => store.retrieve('a')).toThrow(StoreError);
    rmSync(file('a'));
    expect(() => store.retrieve('a')).toThrow(expect.objectContaining({ code: 'unreadable', path: file('a') }));
  });

  it('canonical 5.5: what the journal refuses is not stored', () => {
    const failing = createArtifactStore({
      directory: newRun().directory,
      journal: () => {
        throw new StoreError('disk_full', 'full', '/journal');
      },
      now: () => 0,
    });
    expect(() => failing.store('a', 'a', 1)).toThrow('full');
    expect(failing.has('a')).toBe(false);
  });
});
