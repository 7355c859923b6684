import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMasker, type Question } from '@attractor/engine';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, onTestFinished, test } from 'vitest';
import { answerSchema, questionSchema, readQuestion, readQuestions, recordAnswer } from '../../src/index.ts';
import { closeQuestion } from '../../src/questions/close-question.ts';
import { reserveQuestion } from '../../src/questions/reserve-question.ts';
import { writeQuestionFile } from '../../src/questions/stored.ts';

const question: Question = {
  id: 'gate',
  stage: 'gate',
  text: 'Ship it?',
  type: 'choice',
  options: [
    { key: 'A', label: 'Approve', target: 'ship' },
    { key: 'R', label: 'Reject', target: 'fix' },
  ],
  attachments: [{ path: 'notes.md', size: 9, shown: 5, content: 'hello' }],
  history: [{ node: 'plan', type: 'codergen', status: 'success', notes: 'three steps' }],
  metadata: { branch: '' },
};

function run(status = 'parked', asked: readonly Partial<Question>[] = [{}]) {
  const root = mkdtempSync(join(tmpdir(), 'questions-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const directory = join(root, 'run');
  mkdirSync(directory);
  writeFileSync(join(directory, 'manifest.json'), JSON.stringify({ status }));
  for (const more of asked) {
    const id = reserveQuestion(directory, more.id ?? 'gate');
    writeQuestionFile(join(directory, 'questions', id, 'question.json'), {
      question: { ...question, ...more, id },
      askedAt: '2026-01-01T00:00:00.000Z',
    });
  }
  return { root, directory };
}

const options = (root: string) => ({ channel: 'cli', from: root, now: Date.UTC(2026, 0, 2) });

describe('engine.md 9: the question store', () => {
  test('files.md 1: a question and its answer read back as they were, private, valid against their schemas', () => {
    const { root, directory } = run();
    expect(readQuestions(directory)).toEqual([
      { state: 'open', id: 'gate', directory: join(directory, 'questions/gate'), question, askedAt: '2026-01-01T00:00:00.000Z' },
    ]);
    writeFileSync(join(root, 'plan.md'), 'plan');
    expect(recordAnswer(directory, 'gate', { value: ' [a] approve', text: 'fine', files: ['plan.md'] }, options(root))).toMatchObject({
      ok: true,
      meaning: { choice: { target: 'ship' } },
    });
    expect(readQuestion(directory, 'gate')).toMatchObject({
      state: 'closed',
      answer: {
        kind: 'answer',
        value: ' [a] approve',
        text: 'fine',
        files: ['plan.md'],
        channel: 'cli',
        answeredAt: '2026-01-02T00:00:00.000Z',
      },
    });
    const ajv = new Ajv2020({ strict: true });
    formats.default(ajv);
    for (const [name, schema] of [
      ['question', questionSchema],
      ['answer', answerSchema],
    ] as const) {
      const path = join(directory, `questions/gate/${name}.json`);
      expect(ajv.validate(schema, JSON.parse(readFileSync(path, 'utf8'))), ajv.errorsText()).toBe(true);
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(JSON.parse(readFileSync(new URL(`../../../../specs/schemas/${name}.schema.json`, import.meta.url), 'utf8'))).toEqual(schema);
    }
    expect(statSync(join(directory, 'questions/gate')).mode & 0o777).toBe(0o700);
    expect(statSync(join(directory, 'questions/gate/files/plan.md')).mode & 0o777).toBe(0o600);
  });

  test.each(['nope', '', '..', '../gate', 'gate/../gate', 'a\0b'])('unknown question %j: refused, naming those that are open', (id) => {
    const { root, directory } = run();
    expect(recordAnswer(directory, id, { value: 'a' }, options(root))).toMatchObject({
      ok: false,
      code: 'unknown_question',
      message: expect.stringContaining('open: gate'),
    });
  });

  test('a second answer is refused and changes nothing', () => {
    const { root, directory } = run();
    recordAnswer(directory, 'gate', { value: 'a' }, options(root));
    const before = readFileSync(join(directory, 'questions/gate/answer.json'), 'utf8');
    expect(recordAnswer(directory, 'gate', { value: 'r' }, options(root))).toMatchObject({
      ok: false,
      code: 'already_answered',
      message: expect.stringContaining('`a`'),
    });
    expect(readFileSync(join(directory, 'questions/gate/answer.json'), 'utf8')).toBe(before);
  });

  test.each(['success', 'partial_success', 'fail', 'cancelled'])('a run that ended %s is answered no more', (status) => {
    const { root, directory } = run(status);
    expect(recordAnswer(directory, 'gate', { value: 'a' }, options(root))).toMatchObject({
      ok: false,
      code: 'run_over',
      message: expect.stringContaining(status),
    });
    expect(readQuestion(directory, 'gate')).toMatchObject({ state: 'open' });
  });

  test.each(['parked', 'halted', '', 'running'])('a run whose recorded status is %j is', (status) => {
    const { root, directory } = run(status);
    expect(recordAnswer(directory, 'gate', { value: 'a' }, options(root))).toMatchObject({ ok: true });
  });

  test('what is no answer, no file, or too long is refused with what would be right, and nothing is recorded', () => {
    const { root, directory } = run();
    const refused = (answer: Parameters<typeof recordAnswer>[2]) => recordAnswer(directory, 'gate', answer, options(root));
    expect(refused({ value: 'x' })).toMatchObject({ code: 'no_answer', message: expect.stringContaining('A (Approve), R (Reject)') });
    expect(refused({ value: 'a', files: ['missing'] })).toMatchObject({ code: 'bad_file', message: expect.stringContaining('missing') });
    expect(refused({ value: 'a', files: ['.'] })).toMatchObject({ code: 'bad_file' });
    expect(refused({ value: 'a', text: 'x'.repeat(1_000_001) })).toMatchObject({ code: 'bad_answer' });
    expect(readdirSync(join(directory, 'questions/gate'))).not.toContain('answer.json');
  });

  test('files.md 1: an answer is masked where it enters', () => {
    const { root, directory } = run('parked', [{ type: 'freeform' }]);
    const masker = createMasker({ MY_SECRET: 'hunter2-hunter2' }, []);
    recordAnswer(directory, 'gate', { value: 'it is hunter2-hunter2' }, { ...options(root), masker });
    expect(readQuestion(directory, 'gate')).toMatchObject({ answer: { value: 'it is ***' } });
  });

  test('a damaged question or answer says which file and what; the others are read', () => {
    const { root, directory } = run('parked', [{}, {}, {}]);
    writeFileSync(join(directory, 'questions/gate/question.json'), '{"id": 5}');
    writeFileSync(join(directory, 'questions/gate-2/answer.json'), '{');
    expect(readQuestions(directory).map((item) => [item.id, item.state])).toEqual([
      ['gate', 'damaged'],
      ['gate-2', 'damaged'],
      ['gate-3', 'open'],
    ]);
    expect(recordAnswer(directory, 'gate', { value: 'a' }, options(root))).toMatchObject({
      code: 'damaged_question',
      message: expect.stringContaining('gate/question.json'),
    });
    expect(recordAnswer(directory, 'gate-2', { value: 'a' }, options(root))).toMatchObject({
      code: 'damaged_question',
      message: expect.stringContaining('answer.json'),
    });
  });

  test('several questions are answered in any order', () => {
    const { root, directory } = run('parked', [{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
    for (const id of ['c', 'a', 'b']) expect(recordAnswer(directory, id, { value: 'r' }, options(root))).toMatchObject({ ok: true });
    expect(readQuestions(directory).every((item) => item.state === 'closed')).toBe(true);
  });

  test('ids: numbered without gaps, also for hundreds of visits', () => {
    const { directory } = run(
      'parked',
      Array.from({ length: 130 }, () => ({})),
    );
    expect(reserveQuestion(directory, 'gate')).toBe('gate-131');
    expect(reserveQuestion(directory, 'gate')).toBe('gate-131');
    expect(reserveQuestion(directory, '../x')).not.toContain('/');
  });

  test('of many processes that answer at once exactly one is recorded, whole, and no other file stays', async () => {
    const { root, directory } = run();
    const script = `
      const { linkSync, writeFileSync, rmSync } = require('node:fs');
      process.stdout.write('ready');
      process.stdin.once('data', () => {
        const temporary = process.argv[1] + '/.other-' + process.pid;
        writeFileSync(temporary, process.argv[2]);
        try { linkSync(temporary, process.argv[1] + '/answer.json'); process.exitCode = 0; } catch { process.exitCode = 7; }
        rmSync(temporary);
      });`;
    const place = join(directory, 'questions/gate');
    const other = JSON.stringify({
      schema_version: 1,
      kind: 'answer',
      value: 'r',
      files: [],
      reason: '',
      channel: 'other',
      answered_at: '2026-01-02T00:00:00.000Z',
    });
    const children = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ['-e', script, place, other], { stdio: ['pipe', 'pipe', 'ignore'] }),
    );
    const ended = children.map((child) => new Promise<number | null>((resolve) => child.on('close', resolve)));
    await Promise.all(children.map((child) => new Promise((resolve) => child.stdout.once('data', resolve))));
    writeFileSync(join(root, 'plan.md'), 'plan');
    for (const child of children) child.stdin.end('go');
    const mine = recordAnswer(directory, 'gate', { value: 'a', files: ['plan.md'] }, options(root));
    const codes = await Promise.all(ended);
    expect(codes.filter((code) => code === 0).length + (mine.ok ? 1 : 0)).toBe(1);
    expect(readQuestion(directory, 'gate')).toMatchObject({ state: 'closed', answer: { value: mine.ok ? 'a' : 'r' } });
    expect(existsSync(join(place, 'files/plan.md'))).toBe(mine.ok);
    expect(readdirSync(place).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  test('a folder that cannot be written is an error that names the file', () => {
    const { directory } = run();
    const place = join(directory, 'questions/gate');
    chmodSync(place, 0o500);
    onTestFinished(() => chmodSync(place, 0o700));
    if (process.getuid?.() === 0) return;
    expect(() =>
      closeQuestion(place, {
        kind: 'timeout',
        value: '',
        files: [],
        reason: '',
        channel: 'engine',
        answeredAt: '2026-01-02T00:00:00.000Z',
      }),
    ).toThrow(/answer/);
  });
});
