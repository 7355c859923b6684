import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  readCheckpoint,
  readDecisions,
  readEvents,
  readJournal,
  readManifest,
  readTrace,
  StoreError,
  type StoreErrorCode,
} from '@attractor/engine';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newRun, scratch } from './place.ts';

function journal(content: string | Uint8Array): string {
  const directory = scratch();
  writeFileSync(join(directory, 'journal.jsonl'), content);
  return directory;
}

function failure(action: () => unknown): StoreError {
  try {
    action();
  } catch (error) {
    if (error instanceof StoreError) return error;
    throw error;
  }
  throw new Error('it did not fail');
}

describe('files.md 3: reading the journal', () => {
  it('files.md 3: lines with their numbers', () => {
    const directory = journal('{"n":1,"t":"a"}\n{"n":2,"t":"ü"}\n');
    expect(readJournal(directory)).toEqual({
      lines: [
        { number: 1, value: { n: 1, t: 'a' } },
        { number: 2, value: { n: 2, t: 'ü' } },
      ],
      torn: false,
      validBytes: 33,
    });
    expect(readJournal(scratch())).toEqual({ lines: [], torn: false, validBytes: 0 });
  });

  it('files.md 3: cut anywhere, all complete lines are there and the rest is told as torn', () => {
    const records = [
      { n: 1, t: 'a' },
      { n: 2, t: 'ä€😀' },
      { n: 3, t: 'c', deep: [{ x: 'line\nbreak' }] },
    ];
    const bytes = Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    for (let cut = 0; cut <= bytes.length; cut++) {
      const part = bytes.subarray(0, cut);
      const complete = part.filter((byte) => byte === 0x0a).length;
      const result = readJournal(journal(part));
      expect(result.lines.map((line) => line.value)).toEqual(records.slice(0, complete));
      expect(result.validBytes).toBe(part.lastIndexOf(0x0a) + 1);
      expect(result.torn).toBe(result.validBytes !== cut);
    }
  });

  it('files.md 3: other damage names file and line', () => {
    const damages = ['not json', '', '{"n":2', '[1]', '"x"', 'null', '\0\0\0'];
    for (const damage of damages) {
      const directory = journal(`{"n":1,"t":"a"}\n${damage}\n{"n":3,"t":"c"}\n`);
      const error = failure(() => readJournal(directory));
      expect([error.code, error.path]).toEqual(['damaged_journal', join(directory, 'journal.jsonl')]);
      expect(error.message).toContain(`${join(directory, 'journal.jsonl')}:2: `);
      expect(error.message).toContain('--from-checkpoint');
    }
    const invalid = Buffer.concat([Buffer.from('{"n":1,"t":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}\n')]);
    expect(failure(() => readJournal(journal(invalid))).message).toContain(':1: it is not UTF-8');
  });

  it('files.md 3: a complete last line that is damaged is no torn line', () => {
    expect(failure(() => readJournal(journal('{"n":1,"t":"a"}\n{"n":\n'))).code).toBe('damaged_journal');
  });

  it('files.md 3: lines longer than a block, and any mixture of lengths', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.nat(50), fc.integer({ min: 1_000_000, max: 2_500_000 })), { maxLength: 4 }), (lengths) => {
        const records = lengths.map((length, n) => ({ n, t: 'x'.repeat(length) }));
        const directory = journal(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
        expect(readJournal(directory).lines.map((line) => line.value)).toEqual(records);
      }),
      { numRuns: 10 },
    );
  });

  it('files.md 3: a large journal is read in linear time', () => {
    const megabytes = Number(process.env['ATTRACTOR_JOURNAL_MB'] ?? 20);
    const directory = scratch();
    const block = `${JSON.stringify({ n: 1, t: 'node', text: 'y'.repeat(990) })}\n`.repeat(1000);
    for (let n = 0; n < megabytes; n++) appendFileSync(join(directory, 'journal.jsonl'), block);
    const started = performance.now();
    expect(readJournal(directory).lines).toHaveLength(megabytes * 1000);
    expect((performance.now() - started) / megabytes).toBeLessThan(150);
  });
});

const traceLine = { node_id: 'a', status: 'success', branch: '', reason: '', duration_ms: 1 };
const event = { type: 'warning', ts: '2025-01-31T14:25:30.123Z', seq: 0 };
const decision = { node: 'a', status: 'success', kind: 'edge', rule: 'weight', target: 'b', candidates: [] };

describe('files.md 1: reading the other files', () => {
  it('files.md 1: trace, events and decisions do without a torn last line, and are empty when absent', () => {
    const store = newRun();
    store.appendTrace(JSON.stringify(traceLine));
    store.appendEvents([1, 2].map((seq) => JSON.stringify({ ...event, seq })));
    store.appendDecision(JSON.stringify(decision));
    for (const name of ['trace', 'events', 'decisions']) appendFileSync(join(store.directory, `${name}.jsonl`), '{"half');
    expect(readTrace(store.directory)).toEqual([traceLine]);
    expect(readEvents(store.directory)).toEqual([
      { ...event, seq: 1 },
      { ...event, seq: 2 },
    ]);
    expect(readDecisions(store.directory)).toEqual([decision]);
    expect(readTrace(scratch())).toEqual([]);
  });

  it.each([
    ['trace', readTrace, traceLine],
    ['events', readEvents, event],
    ['decisions', readDecisions, decision],
  ] as const)('files.md 3: %s.jsonl is a view: what is damaged in it is left out, and told', (name, read, good) => {
    const directory = scratch();
    const lines = ['garbage', JSON.stringify(good), '', '{}', '[1]', 'null', '{"half', '\u0000\u0000', JSON.stringify(good)];
    writeFileSync(join(directory, `${name}.jsonl`), Buffer.concat([Buffer.from(`${lines.join('\n')}\n`), Buffer.from([0xff, 0xfe, 0x0a])]));
    const told: string[] = [];
    expect(read(directory, (message) => told.push(message))).toEqual([good, good]);
    expect(told).toEqual([expect.stringMatching(new RegExp(`${name}\\.jsonl is damaged.*line 1: .*, and 7 more`))]);
    expect(read(directory)).toHaveLength(2);
  });

  it('files.md 1: the checkpoint is read strictly', () => {
    const store = newRun();
    const good = {
      schema_version: 1,
      digest: 'd',
      timestamp: '2025-01-31T14:25:30.123Z',
      current_node: 'a',
      completed_nodes: ['a'],
      node_retries: { a: 1 },
      context: { k: null },
      logs: [],
      extra: 1,
    };
    store.writeCheckpoint(good);
    expect(readCheckpoint(store.directory)).toEqual(good);
    const bad = {
      schema_version: 0,
      digest: 1,
      timestamp: 'yesterday',
      current_node: null,
      completed_nodes: [1],
      node_retries: { a: -1 },
      context: [],
      logs: {},
    };
    for (const [key, value] of Object.entries(bad)) {
      store.writeCheckpoint({ ...good, [key]: value });
      const error = failure(() => readCheckpoint(store.directory));
      expect([error.code, error.message]).toEqual(['damaged_checkpoint', expect.stringContaining(`\`${key}\``)]);
    }
    for (const text of ['', '{', '[]']) {
      writeFileSync(join(store.directory, 'checkpoint.json'), text);
      expect(failure(() => readCheckpoint(store.directory)).code).toBe('damaged_checkpoint');
    }
    expect(failure(() => readCheckpoint(scratch())).message).toContain('there is no ');
  });

  it('files.md 1: a missing or damaged manifest says so', () => {
    const expected: [string | undefined, StoreErrorCode][] = [
      [undefined, 'run_not_found'],
      ['{', 'unreadable'],
      ['[]', 'unreadable'],
    ];
    for (const [text, code] of expected) {
      const directory = scratch();
      if (text !== undefined) writeFileSync(join(directory, 'manifest.json'), text);
      expect(failure(() => readManifest(directory)).code).toBe(code);
    }
  });
});
