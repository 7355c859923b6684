import { PassThrough } from 'node:stream';
import type { Answer, Question } from '@attractor/engine';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { consoleInterviewer } from '../../src/index.ts';
import { keyTranslation } from '../../src/interviewers/keyboard.ts';

const question = (more: Partial<Question> = {}): Question => ({
  id: 'gate',
  stage: 'gate',
  text: 'Ship it?',
  type: 'choice',
  options: [
    { key: 'A', label: 'Approve', target: 'ship' },
    { key: 'R', label: 'Reject', target: 'fix' },
  ],
  metadata: {},
  ...more,
});

/** A terminal whose screen is a text; raw mode is recorded. */
function terminal() {
  const input = Object.assign(new PassThrough(), {
    isTTY: true,
    raw: [] as boolean[],
    setRawMode: (on: boolean) => void input.raw.push(on),
  });
  const output = new PassThrough();
  let screen = '';
  output.on('data', (chunk: Buffer) => {
    screen += chunk.toString();
  });
  const calls: string[] = [];
  const interviewer = consoleInterviewer({
    input,
    output,
    interrupt: () => void calls.push('interrupt'),
    onOpen: () => void calls.push('open'),
    onClose: () => void calls.push('close'),
  });
  const until = async (text: string): Promise<void> => {
    const deadline = performance.now() + 5000;
    while (!screen.includes(text)) {
      if (performance.now() > deadline) throw new Error(`the screen never showed ${JSON.stringify(text)}:\n${screen}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  return {
    input,
    calls,
    interviewer,
    screen: () => screen,
    until,
    /** Types once the prompt is there. */
    async type(keys: string) {
      await until('  › ');
      screen = screen.replace('  › ', '  > ');
      input.write(keys);
    },
  };
}

const never = new AbortController().signal;
const value = (answer: Answer): string => (answer.kind === 'answer' ? answer.value : answer.kind);

describe('engine.md 9: the console', () => {
  test('engine.md 9: shows all that is needed to decide, takes a line, gives the terminal back', async () => {
    const at = terminal();
    const answer = at.interviewer.ask(
      question({
        label: 'Release',
        description: 'All green.',
        defaultAnswer: 'r',
        timeoutMs: 300_000,
        attachments: [
          { path: 'log.txt', size: 2048 },
          { path: 'notes.md', size: 9, shown: 5, content: 'hello' },
        ],
        history: [{ node: 'plan', type: 'codergen', status: 'success', notes: 'three steps' }],
        metadata: { goal: 'Version 2', branch: 'branch:fan:1' },
      }),
      never,
    );
    await at.type('a\r');
    expect(value(await answer)).toBe('a');
    for (const part of [
      'Ship it?',
      'Release',
      'All green.',
      'Version 2',
      'plan',
      'three steps',
      'log.txt',
      '2.0 kB',
      'notes.md',
      'hello',
      '[cut: 5 of 9 bytes shown]',
      '[A] Approve',
      '[R] Reject',
      '→ fix',
      'Reject is taken after 5 min',
      'fan/1 › gate',
      '✓ Approve',
    ]) {
      expect(at.screen()).toContain(part);
    }
    expect(at.input.raw.at(-1)).toBe(false);
    expect(at.calls).toEqual(['open', 'close']);
    expect(at.input.listenerCount('data')).toBe(0);
  });

  test('text of others cannot steer the terminal', async () => {
    const at = terminal();
    const evil = '\u001b]0;owned\u0007\u001b[2J\u001b[31mred\u0008\u009b5m\u202e';
    const answer = at.interviewer.ask(
      question({
        text: evil,
        description: evil,
        attachments: [{ path: evil, size: 1, content: evil }],
        history: [{ node: evil, type: 'x', status: 'success', notes: evil }],
      }),
      never,
    );
    await at.type('a\r');
    await answer;
    const shown = at
      .screen()
      .replaceAll(/\u001b\[(?:\?2004[hl]|[0-9;]*[A-GJKm])/g, '')
      .replace('\u0007', '');
    expect(shown).toContain('red');
    expect(shown).not.toMatch(/[\u0007\u0008\u001b\u009b\u202e]/);
    expect(at.screen()).not.toContain('\u001b[2J');
  });

  test('Enter alone is no answer, keys pressed before the question are dropped, Tab completes', async () => {
    const at = terminal();
    at.input.write('r\r');
    const answer = at.interviewer.ask(question(), never);
    await at.type('\r');
    await at.type('rej');
    at.input.write('\t');
    at.input.write('\r');
    expect(value(await answer)).toBe('Reject');
  });

  test('a second look after an unknown answer shows what was wrong, not everything again', async () => {
    const at = terminal();
    const shown = (text: string): number => at.screen().split(text).length - 1;
    const unknown = at.interviewer.ask(question(), never);
    await at.type('x\r');
    expect(value(await unknown)).toBe('x');
    const answer = at.interviewer.ask(question({ rejected: '`x` is no answer here' }), never);
    await at.type('A\r');
    expect(value(await answer)).toBe('A');
    expect([shown('`x` is no answer here'), shown('Ship it?')]).toEqual([1, 1]);
  });

  test('a second look after another question had the screen shows everything, and what was wrong', async () => {
    const at = terminal();
    const unknown = at.interviewer.ask(question(), never);
    const other = at.interviewer.ask(question({ id: 'other', text: 'Really?' }), never);
    await at.type('x\r');
    await unknown;
    const answer = at.interviewer.ask(question({ rejected: '`x` is no answer here' }), never);
    await at.type('A\r');
    await other;
    await at.type('A\r');
    await answer;
    expect(at.screen()).toMatch(/Ship it\?[\s\S]*Really\?[\s\S]*Ship it\?[\s\S]*`x` is no answer here/);
  });

  test('Ctrl-D skips, Ctrl-C goes to whoever runs the pipeline', async () => {
    const at = terminal();
    const answer = at.interviewer.ask(question(), never);
    await at.type('\u0003');
    at.input.write('\u0004');
    expect(await answer).toMatchObject({ kind: 'skipped' });
    expect(at.calls).toEqual(['open', 'interrupt', 'close']);
  });

  test.each([
    ['timeout', 'The time for an answer is over.'],
    ['answered', 'Answered from elsewhere.'],
    ['cancelled', 'No answer is needed any more.'],
  ])('an abort (%s) takes the prompt away at once', async (reason, text) => {
    const at = terminal();
    const controller = new AbortController();
    const answer = at.interviewer.ask(question(), controller.signal);
    await at.until('  › ');
    at.input.write('half an ans');
    controller.abort(reason);
    await answer;
    expect(at.screen()).toContain(text);
    expect(at.input.raw.at(-1)).toBe(false);
    expect(at.input.listenerCount('data')).toBe(0);
  });

  test('freeform: pasted lines and Alt-Enter stay in one answer', async () => {
    const at = terminal();
    const answer = at.interviewer.ask(question({ type: 'freeform' }), never);
    await at.type('first\u001b\rsecond \u001b[200~pasted\r\nlines\nof \u001b[31mtext\u001b[201~ end\r');
    expect(value(await answer)).toBe('first\nsecond pasted\nlines\nof [31mtext end');
  });

  test('choice: a pasted text with several lines answers nothing that follows', async () => {
    const at = terminal();
    const first = at.interviewer.ask(question(), never);
    const second = at.interviewer.ask(question({ id: 'second', text: 'Second?' }), never);
    await at.type('\u001b[200~a\nr\n\u001b[201~\r');
    expect(value(await first)).toBe('a r ');
    await at.until('Second?');
    await at.type('r\r');
    expect(value(await second)).toBe('r');
  });

  test('questions of parallel branches take turns; one that is over never shows', async () => {
    const at = terminal();
    const controller = new AbortController();
    const first = at.interviewer.ask(question(), never);
    const gone = at.interviewer.ask(question({ text: 'Gone?' }), controller.signal);
    const third = at.interviewer.ask(question({ text: 'Third?' }), never);
    await at.until('  › ');
    expect(at.screen()).not.toContain('Third?');
    controller.abort('answered');
    await at.type('a\r');
    await first;
    await gone;
    await at.until('Third?');
    await at.type('r\r');
    expect(value(await third)).toBe('r');
    expect(at.screen()).not.toContain('Gone?');
  });
});

describe('keys', () => {
  test('property: pasted text comes out the same however the bytes are cut, without control characters', () => {
    const piece = fc.constantFrom('a', '\n', '\r\n', '\u001b[31m', '\t', 'ü', '\u001b', '[20', '\u0003');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.array(fc.nat(200), { maxLength: 6 }), (pieces, cuts) => {
        const inside = pieces.join('').replaceAll('\u001b[201~', '');
        const text = `x\u001b[200~${inside}\u001b[201~y`;
        const translate = keyTranslation('↵');
        const places = [...new Set(cuts.map((cut) => cut % text.length))].sort((a, b) => a - b);
        let result = '';
        let from = 0;
        // A terminal sends an escape and what belongs to it together; a cut right behind one is a key of its own.
        for (const place of places.filter((at) => !(at > 1 && text[at - 1] === '\u001b' && text.indexOf('\u001b[200~') === at - 1))) {
          result += translate(text.slice(from, place));
          from = place;
        }
        result += translate(text.slice(from));
        expect(result.startsWith('x')).toBe(true);
        expect(result.endsWith('y')).toBe(true);
        expect(result).not.toMatch(/\p{Cc}/u);
        expect(result.replaceAll('↵', '')).toBe(
          `x${inside
            .replaceAll(/\r?\n/g, '')
            .replaceAll('\t', ' ')
            .replaceAll(/\p{Cc}/gu, '')}y`,
        );
      }),
    );
  });

  test('Enter, arrows and a lone escape pass', () => {
    const translate = keyTranslation(' ');
    expect(['a\r', '\u001b[A', '\u001b', '\n'].map(translate)).toEqual(['a\r', '\u001b[A', '\u001b', '\n']);
  });
});
