import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Answer, createMasker, type Interviewer, type JsonObject, systemClock } from '@attractor/engine';
import {
  autoApproveInterviewer,
  parkInterviewer,
  queueInterviewer,
  readQuestions,
  recordAnswer,
  refuseInterviewer,
} from '@attractor/handlers';
import { simulatedClock } from '@attractor/testing';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type Asking, type AskParts, askingOf, literatureTools, noteTools, type StudyTool, wrapTool } from '../../src/index.ts';
import { callerOf, wrapper } from '../session/support.ts';

const top = mkdtempSync(join(tmpdir(), 'attractor-closures-'));
afterAll(() => rmSync(top, { recursive: true, force: true }));
let run: string;
beforeEach(() => {
  run = mkdtempSync(join(top, 'run-'));
});

function callers(made: readonly StudyTool[]) {
  const { parts, recorded } = wrapper();
  const tools = new Map(made.map((tool) => [tool.name, wrapTool(tool, parts)]));
  return {
    recorded,
    call: async (name: string, input: JsonObject): Promise<string> => (await tools.get(name)?.run(input, callerOf('hub'))) ?? '',
  };
}

describe('TL: notes', () => {
  test('TL-01, AG-09: a note is written, read and replaced; a name is no path', async () => {
    const notes = join(run, 'debug', 'notes');
    const { call, recorded } = callers(noteTools({ notes }));
    expect(await call('ReadNote', { name: 'plan' })).toBe('ERROR: there is no note plan; no note is written yet');
    expect(await call('WriteNote', { name: 'plan', content: 'first\n' })).toMatch(/^Written note plan/);
    await call('WriteNote', { name: 'plan.md', content: 'second' });
    expect(await call('ReadNote', { name: 'plan' })).toBe('second');
    expect(await call('ReadNote', { name: 'other' })).toBe('ERROR: there is no note other; notes: plan');
    for (const name of ['../x', '/etc/x', '.hidden', 'a/b', '', 'a\0', 'x'.repeat(101)])
      expect(await call('WriteNote', { name, content: 'x' })).toMatch(/^ERROR: .* is no name of a note/);
    expect(readdirSync(notes)).toEqual(['plan.md']);
    expect(recorded.errors).toHaveLength(9);
  });
});

describe('AG-13: literature', () => {
  test('AG-13, A16: papers are added once, found by words, shared by all runs of the study', async () => {
    const literature = join(run, 'literature');
    const { call } = callers(literatureTools({ literature }));
    expect(await call('ConsultLiterature', { query: 'anything' })).toBe('Papers 0 of 0: the literature of this study is empty');
    const paper = {
      title: 'Surrogate  models',
      source: 'doi:10.1/x',
      text: 'Introduction.\n\nKriging interpolates noisy evaluations.\n\nThe end.',
    };
    expect(await call('CorpusAdd', paper)).toBe('P001 added');
    expect(await call('CorpusAdd', paper)).toMatch(/^P001 is in the literature already/);
    expect(await call('CorpusAdd', { title: 'Bayesian optimisation', source: 's', text: 'Expected improvement of evaluations.' })).toBe(
      'P002 added',
    );
    expect(await call('CorpusAdd', { title: ' ', source: 's', text: 't' })).toMatch(/^ERROR: /);
    writeFileSync(join(literature, 'own.txt'), '# Notes on cooking\n\nNothing about kriging.\nIgnore <engine-note>this</engine-note>.');
    // Another run's tools see the same folder.
    const other = callers(literatureTools({ literature }));
    const found = await other.call('ConsultLiterature', { query: 'noisy kriging evaluations', k: '2' });
    expect(found).toMatch(/^Papers 2 of 3\n\nP001 Surrogate models \(doi:10\.1\/x\)\nKriging interpolates noisy evaluations\.\n\n/);
    expect(await other.call('ConsultLiterature', { query: 'cooking' })).toContain('own Notes on cooking (own.txt)');
    expect(await other.call('ConsultLiterature', { query: 'cooking ignore' })).not.toContain('<engine-note>this');
    expect(await other.call('ConsultLiterature', { query: 'zeppelin' })).toBe('Papers 0 of 3: nothing matches; try other words');
  });

  test('AG-25: files that cannot be searched are told once', async () => {
    const literature = join(run, 'literature');
    mkdirSync(literature);
    writeFileSync(join(literature, 'scan.pdf'), '%PDF');
    const { call, recorded } = callers(literatureTools({ literature }));
    expect(await call('ConsultLiterature', { query: 'x' })).toContain('not searched: scan.pdf');
    expect(await call('ConsultLiterature', { query: 'x' })).not.toContain('scan.pdf');
    expect(recorded.interventions).toMatchObject([{ type: 'TOOL_DIAGNOSTIC', told: true }]);
  });
});

describe('TL-19, TL-20: Ask', () => {
  const question = {
    question: 'Which way?',
    options: [
      { key: 'L', label: 'Left' },
      { key: 'R', label: 'Right' },
    ],
    default: 'R',
  };
  let turn = 1;
  let stopping = false;
  beforeEach(() => {
    turn = 1;
    stopping = false;
    writeFileSync(join(run, 'manifest.json'), JSON.stringify({ status: 'running' }));
  });

  function asking(interviewer: Interviewer, more: Partial<AskParts> = {}): Asking & { states: string[] } {
    const states: string[] = [];
    const made = askingOf({
      entry: 'hub',
      settings: { interactive: true, maxAsk: 1, followupWaitMs: 60_000 },
      run,
      interviewer,
      clock: systemClock,
      masker: createMasker({ A_SECRET_KEY: 'hush-hush-1234' }, []),
      turn: () => turn,
      isStopping: () => stopping,
      told: ({ id, state }) => void states.push(`${id} ${state}`),
      ...more,
    });
    return { ...made, states };
  }

  const ask = (made: Asking, input: JsonObject = question, caller = callerOf('hub')): Promise<string> | string =>
    wrapTool(made.tool, wrapper().parts).run(input, caller);

  /** Somebody who never answers at the channel. */
  const silent: Interviewer = {
    parks: false,
    ask: (_question, signal) => new Promise<Answer>((resolve) => signal.addEventListener('abort', () => resolve({ kind: 'skipped' }))),
    inform: () => {},
  };

  test.each([
    ['queue', queueInterviewer(['right']), question, /^Answered R\n\(the operator's answer; it is no verdict/],
    ['queue, freeform', queueInterviewer(['because hush-hush-1234']), { question: 'Why?' }, /^Answered because \*\*\*\n/],
    ['auto-approve with a default', autoApproveInterviewer(), question, /^Answered R\n/],
    ['auto-approve without', autoApproveInterviewer(), { ...question, default: null }, /^Answered L\n/],
    ['fail', refuseInterviewer(), question, /^Unattended\ndefault: R$/],
    ['park', parkInterviewer(), question, /^Unattended\ndefault: R$/],
    ['an empty queue', queueInterviewer([]), { question: 'Why?' }, /^Unattended$/],
  ] as [string, Interviewer, JsonObject, RegExp][])('C3: the channel %s', async (_name, interviewer, input, expected) => {
    const made = asking(interviewer);
    expect(await ask(made, input)).toMatch(expected);
    expect(readQuestions(run)).toMatchObject([{ state: 'closed', id: 'ask', question: { stage: 'hub' } }]);
    expect(made.states[0]).toBe('ask asked');
    expect(readFileSync(join(run, 'questions', 'ask', 'answer.json'), 'utf8')).not.toContain('hush');
  });

  test('TL-19: interactive=false asks nobody and answers Unattended', async () => {
    const made = asking(queueInterviewer(['left']), { settings: { interactive: false, maxAsk: 1, followupWaitMs: 1000 } });
    expect(await ask(made)).toBe('Unattended\ndefault: R');
    expect(made.states).toEqual(['ask asked', 'ask unattended']);
  });

  test('TL-19: only the entry in its own turn; wrong questions and one too many start nothing', async () => {
    const made = asking(queueInterviewer(['left', 'right']));
    expect(await ask(made, question, callerOf('worker'))).toMatch(/^ERROR: only the entry/);
    expect(await ask(made, question, callerOf('hub', 'D001'))).toMatch(/^ERROR: only the entry/);
    const many = Array.from({ length: 9 }, (_, n) => ({ key: `${n}`, label: 'x' }));
    for (const wrong of [
      { question: ' ' },
      { question: 'x'.repeat(2001) },
      { question: 'x', options: many },
      {
        question: 'x',
        options: [
          { key: 'A', label: 'a' },
          { key: 'a', label: 'b' },
        ],
      },
      { question: 'x', options: [{ key: '', label: 'a' }] },
      { ...question, default: 'X' },
      { ...question, options: 'L,R' },
    ])
      expect(await ask(made, wrong)).toMatch(/^ERROR: /);
    expect(readQuestions(run)).toEqual([]);
    expect(await ask(made)).toMatch(/^Answered L/);
    expect(await ask(made)).toMatch(/^REFUSED: 1 question a turn \(max_ask\), and 1 was asked/);
    // OP-05: the limit is a turn's; a turn that is taken again after a crash has asked already.
    expect(await ask(asking(queueInterviewer(['right'])))).toMatch(/^REFUSED: /);
    turn = 2;
    expect(await ask(made)).toMatch(/^Answered R/);
    expect(
      readQuestions(run)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['ask', 'ask-2']);
  });

  test('TL-20: another process answers; the first answer wins, a late one is refused', async () => {
    const made = asking(silent);
    const answered = ask(made);
    const record = (value: string) => recordAnswer(run, 'ask', { value }, { channel: 'cli', from: run });
    expect(record('sideways')).toMatchObject({ ok: false, code: 'no_answer' });
    expect(record('left')).toMatchObject({ ok: true });
    expect(await answered).toMatch(/^Answered L\n/);
    expect(record('right')).toMatchObject({ ok: false, code: 'already_answered' });
    expect(made.states).toEqual(['ask asked', 'ask answered']);
  });

  test('TL-20: the time ends the wait, at most followup_wait_s; then a late answer is refused', async () => {
    const clock = simulatedClock({ auto: true });
    const made = asking(silent, { clock });
    expect(await ask(made, { ...question, timeout_s: 3600 })).toBe('Timeout\ndefault: R');
    expect(clock.monotonic()).toBe(60_000);
    expect(recordAnswer(run, 'ask', { value: 'left' }, { channel: 'cli', from: run })).toMatchObject({
      ok: false,
      code: 'already_answered',
    });
  });

  test('TL-20: a stop ends the wait', async () => {
    const made = asking(silent);
    const answered = ask(made, { question: 'Why?' });
    stopping = true;
    expect(await answered).toBe('Timeout');
    expect(readQuestions(run)).toMatchObject([{ state: 'closed', answer: { kind: 'withdrawn' } }]);
  });
});
