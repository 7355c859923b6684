import type { Answer, Interviewer, Question } from '@attractor/engine';
import { meaningOf } from '../questions/match-answer.ts';
import { renderQuestion } from '../questions/render-question.ts';
import { plainStyle, type TextStyle, terminalLine } from '../questions/terminal-text.ts';
import type { TerminalInput } from './keyboard.ts';
import { readAnswerLine, type TerminalOutput } from './read-answer-line.ts';

export interface ConsoleOptions {
  /** A terminal; `process.stdin`. */
  readonly input: TerminalInput;
  /** A terminal; `process.stderr`. */
  readonly output: TerminalOutput;
  readonly style?: TextStyle;
  /** Called before a question takes the screen and after it has left it, so that live output can step aside. */
  onOpen?(): void;
  onClose?(): void;
  /** Ctrl-C; sends SIGINT to this process by default. */
  interrupt?(): void;
  /** Shows a message that needs no answer; written to the output by default. */
  inform?(message: string, stage: string): void;
}

/** An unknown answer is asked again; the third one counts as skipped (engine.md 9). */
const attempts = 3;

const source = { channel: 'console' };

/**
 * Asks at the terminal (engine.md 9). One question has the screen at a time; questions of parallel branches wait their
 * turn and leave when they are answered elsewhere, timed out or cancelled. Ctrl-D skips.
 */
export function consoleInterviewer(options: ConsoleOptions): Interviewer {
  const write = (line: string): void => void options.output.write(`${line}\n`);
  let turn: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let onScreen = '';
  const ask = (question: Question, signal: AbortSignal): Promise<Answer> => {
    waiting++;
    const mine = turn.then(async () => {
      waiting--;
      if (signal.aborted) return aborted;
      const isAgain = question.id === onScreen;
      onScreen = question.id;
      return askNow(question, signal, options, { others: waiting, isAgain });
    });
    turn = mine.catch(() => {});
    return mine;
  };
  return {
    parks: false,
    attempts,
    ask,
    askMultiple: (questions, signal) => Promise.all(questions.map((question) => ask(question, signal))),
    inform: (message, stage) =>
      options.inform === undefined ? write(`${terminalLine(stage)}: ${terminalLine(message)}`) : options.inform(message, stage),
  };
}

/** Of no consequence: whoever aborted the signal has stopped listening. */
const aborted: Answer = { kind: 'skipped', reason: 'interrupted', source };

interface Turn {
  /** Questions that wait behind this one. */
  readonly others: number;
  /** It is the question that had the screen before, too. */
  readonly isAgain: boolean;
}

async function askNow(question: Question, signal: AbortSignal, options: ConsoleOptions, place: Turn): Promise<Answer> {
  const { input, output, style = plainStyle } = options;
  const write = (text: string): void => void output.write(text);
  options.onOpen?.();
  try {
    write(opening(question, place, style));
    for (let first = true; ; first = false) {
      const line = await readAnswerLine({
        input,
        output,
        signal,
        dropStaleKeys: first,
        prompt: `  ${style.cyan('›')} `,
        multiline: question.type === 'freeform',
        words:
          question.type === 'freeform' ? [] : question.options.flatMap(({ label, target }) => [label, ...(target === '' ? [] : [target])]),
        interrupt: options.interrupt ?? (() => void process.kill(process.pid, 'SIGINT')),
      });
      if (line.kind === 'aborted') {
        write(`\r\u001b[K  ${style.dim(ending(signal.reason))}\n\n`);
        return aborted;
      }
      if (line.kind === 'closed') {
        write(`\r\u001b[K  ${style.yellow('−')} skipped\n\n`);
        return { kind: 'skipped', reason: 'the person skipped the question', source };
      }
      // Enter alone says nothing; it is a slip of the finger.
      if (line.text.trim() === '') continue;
      const given = { value: line.text };
      if (meaningOf(question, given) !== undefined) write(`${answered(question, line.text, style)}\n\n`);
      return { kind: 'answer', ...given, source };
    }
  } finally {
    options.onClose?.();
  }
}

/**
 * The bell, the question, and how to answer it; after an unknown answer only what was wrong with it, unless another
 * question had the screen in between.
 */
function opening(question: Question, { others, isAgain }: Turn, style: TextStyle): string {
  const rejected = question.rejected === undefined ? '' : `  ${style.yellow('!')} ${terminalLine(question.rejected)}\n`;
  if (rejected !== '' && isAgain) return rejected;
  const more = others === 0 ? '' : `  ${style.dim(`${others} more ${others === 1 ? 'question waits' : 'questions wait'}`)}\n`;
  return `\u0007\n${renderQuestion(question, style).join('\n')}\n\n${rejected}${more}  ${style.dim(help(question))}\n`;
}

function help({ type }: Question): string {
  switch (type) {
    case 'freeform':
      return 'Write an answer and press Enter; Alt-Enter breaks the line, pasted lines are kept. Ctrl-D skips.';
    case 'yes_no':
      return 'Yes or no? Ctrl-D skips.';
    case 'confirmation':
      return 'Confirm with yes, decline with no. Ctrl-D skips.';
    case 'choice':
      return 'Answer with a key or a label; Tab completes. Ctrl-D skips.';
  }
}

function answered(question: Question, text: string, style: TextStyle): string {
  const meaning = meaningOf(question, { value: text });
  const lines = text.split('\n').length;
  const what = meaning?.choice?.label ?? (lines > 1 ? `${lines} lines` : '');
  return `  ${style.green('✓')}${what === '' ? ' taken' : ` ${terminalLine(what)}`}`;
}

function ending(reason: unknown): string {
  switch (reason) {
    case 'timeout':
      return 'The time for an answer is over.';
    case 'answered':
      return 'Answered from elsewhere.';
    default:
      return 'No answer is needed any more.';
  }
}
