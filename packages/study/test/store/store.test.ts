import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { evaluationStoreIn, inputProblem, namespaceProblem, rowsFile } from '@attractor/study';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { place, rowFor } from './place.ts';

describe('ES-01: the evaluation store', () => {
  it('ES-01: rows of the canonical store and of namespaces, each in a file of its own', async () => {
    const at = place();
    const store = evaluationStoreIn(at.store);
    expect([store.count(), store.namespaces(), store.rows(null)]).toEqual([0, [], []]);
    await store.append(null, rowFor({ x: 1 }));
    await store.append('design-2', { ...rowFor({ x: 1 }, null), error: 'no' });
    expect(readFileSync(join(at.store, rowsFile), 'utf8')).toBe(
      '{"input":{"x":1},"output":{"f":1},"status":"finished","_delegation_id":null,"_source":"test","_ts":"t"}\n',
    );
    expect(store.rows('design-2')).toEqual([{ ...rowFor({ x: 1 }, null), error: 'no' }]);
    expect(store.namespaces()).toEqual(['design-2']);
  });

  it('ES-01: a torn last line is no row, and is dropped by the next append', async () => {
    const at = place();
    const store = evaluationStoreIn(at.store);
    await store.append(null, rowFor({ x: 1 }));
    appendFileSync(join(at.store, rowsFile), '{"input":{"x":2},"output":{"f"');
    expect(store.count()).toBe(1);
    await store.append(null, rowFor({ x: 3 }));
    expect(store.rows(null).map((row) => row.input)).toEqual([{ x: 1 }, { x: 3 }]);
    expect(readFileSync(join(at.store, rowsFile), 'utf8').split('\n')).toHaveLength(3);
  });

  it('ES-01: lines that are no rows are left out', () => {
    const at = place();
    mkdirSync(at.store, { recursive: true });
    const bad = ['not json', '[1]', '{}', '{"input":1,"status":"finished"}', '{"input":{},"status":"finished","output":null}'];
    const good = '{"input":{"x":1},"output":{"f":2},"status":"finished"}';
    writeFileSync(join(at.store, rowsFile), `${[...bad, good, '{"input":{},"status":"failed"}'].join('\n')}\n`);
    const rows = evaluationStoreIn(at.store).rows(null);
    expect(rows.map((row) => row.status)).toEqual(['finished', 'failed']);
    expect(rows[0]).toMatchObject({ input: { x: 1 }, _delegation_id: null, _source: null, _ts: '' });
  });

  it('ES-01: what other writers change is seen: added rows, rows changed in place, another file', async () => {
    const at = place();
    const store = evaluationStoreIn(at.store);
    const path = join(at.store, rowsFile);
    await store.append(null, rowFor({ x: 1 }));
    expect(store.finished(null, '{"x":1}')?.output).toEqual({ f: 1 });
    await evaluationStoreIn(at.store).append(null, rowFor({ x: 2 }));
    expect(store.length(null)).toBe(2);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replaceAll('{"f":1}', '{"f":9}'));
    expect(store.finished(null, '{"x":1}')?.output).toEqual({ f: 9 });
    writeFileSync(path, '');
    expect(store.count()).toBe(0);
  });

  it('ES-05, BU-08: finished and failed rows of all namespaces count; DE-27: stamps are counted over all of them', async () => {
    const store = evaluationStoreIn(place().store);
    await store.append(null, rowFor({ x: 1 }, { f: 1 }, 'D001'));
    await store.append('a', rowFor({ x: 1 }, null, 'D001'));
    await store.append('b', rowFor({ x: 2 }, { f: 1 }, 'D002'));
    expect(store.count()).toBe(3);
    expect([store.stamped('D001'), store.stamped('D002'), store.stamped('D003')]).toEqual([2, 1, 0]);
  });

  it('ES-05, RG-08: the hash is that of the finished rows, whatever their order, times and the order of members', async () => {
    const one = { ...rowFor({ a: 1, b: { c: 1, d: 2 } }), _ts: 'then' };
    const same = { ...rowFor({ b: { d: 2, c: 1 }, a: 1 }), _ts: 'now' };
    const two = rowFor({ a: 2 }, { f: 3 });
    const hashOf = async (...rows: readonly (readonly [string | null, ReturnType<typeof rowFor>])[]): Promise<string> => {
      const store = evaluationStoreIn(place().store);
      for (const [namespace, row] of rows) await store.append(namespace, row);
      return store.contentHash();
    };
    const hash = await hashOf([null, one], [null, two]);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(await hashOf([null, two], [null, rowFor({ z: 1 }, null)], [null, same])).toBe(hash);
    expect(await hashOf([null, one], [null, rowFor({ a: 2 }, { f: 4 })])).not.toBe(hash);
    expect(await hashOf(['n', one], [null, two])).not.toBe(hash);
    expect(await hashOf([null, { ...one, _delegation_id: 'D009' }], [null, two])).not.toBe(hash);
    expect(await hashOf([null, rowFor({ a: 1 }, null)])).toBe('');
  });

  it('ES-01: what is read equals what was appended, wherever readers come in between', async () => {
    const at = place();
    let folder = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.jsonValue({ maxDepth: 3 }), fc.boolean()), { maxLength: 8 }), async (steps) => {
        const store = evaluationStoreIn(join(at.store, String(folder++)));
        const inputs: unknown[] = [];
        for (const [value, reads] of steps) {
          const input = JSON.parse(JSON.stringify({ value }));
          inputs.push(input);
          await store.append(null, rowFor(input));
          if (reads) expect(store.length(null)).toBe(inputs.length);
        }
        expect(store.rows(null).map((row) => row.input)).toEqual(inputs);
      }),
      { numRuns: 25 },
    );
  });

  it('DE-30: a namespace is a plain name; nothing leaves the store', async () => {
    for (const name of [null, 'a', 'Design_2.b-1']) expect(namespaceProblem(name)).toBeUndefined();
    for (const name of ['', '..', '.lock', 'a/b', '/etc', 'rows.jsonl', 'a\n', 'x'.repeat(65)]) {
      expect(namespaceProblem(name)).toContain('is no namespace');
      await expect(evaluationStoreIn(place().store).append(name, rowFor({}))).rejects.toThrow('is no namespace');
    }
  });

  it('ES-03: an input nested too deep is refused without running out of stack', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`);
    expect(inputProblem(deep)).toContain('nested deeper');
    expect(inputProblem({ x: [1, { y: 2 }] })).toBeUndefined();
  });
});
