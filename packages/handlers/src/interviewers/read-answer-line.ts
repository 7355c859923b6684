import { createInterface } from 'node:readline';
import { bracketedPaste, Keyboard, lineBreakSign, type TerminalInput } from './keyboard.ts';

/** What is needed of a terminal's output; `process.stderr` is one. */
export interface TerminalOutput extends NodeJS.WritableStream {
  readonly columns?: number;
}

export interface LineRequest {
  readonly input: TerminalInput;
  readonly output: TerminalOutput;
  readonly prompt: string;
  readonly multiline: boolean;
  /** Words that Tab completes. */
  readonly words: readonly string[];
  readonly signal: AbortSignal;
  /** Keys pressed before the question could be read do not answer it. */
  readonly dropStaleKeys: boolean;
  /** Ctrl-C: whoever runs the pipeline decides what it means. */
  interrupt(): void;
}

/** A line that a person typed; `closed` by Ctrl-D; `aborted` by the signal. */
export type LineResult = { readonly kind: 'line'; readonly text: string } | { readonly kind: 'closed' } | { readonly kind: 'aborted' };

/** What comes within this time was pressed before the prompt stood there. Milliseconds. */
const staleKeysMs = 60;

/** Reads one line with editing, completion and safe pasting; the terminal is as before on every way out. */
export async function readAnswerLine(request: LineRequest): Promise<LineResult> {
  const { input, output, signal } = request;
  if (request.dropStaleKeys) await dropStaleKeys(request);
  if (signal.aborted) return { kind: 'aborted' };
  const leavePaste = (): void => void output.write(bracketedPaste.off);
  output.write(bracketedPaste.on);
  // A process that exits in the middle must not leave the terminal in another mode.
  process.once('exit', leavePaste);
  const keyboard = new Keyboard(input, request.multiline);
  const editor = createInterface({
    input: keyboard,
    output,
    terminal: true,
    historySize: 0,
    prompt: request.prompt,
    completer: (line: string): [string[], string] => [request.words.filter((word) => startsWith(word, line)), line],
  });
  let onAbort = (): void => {};
  try {
    return await new Promise<LineResult>((resolve) => {
      onAbort = () => resolve({ kind: 'aborted' });
      signal.addEventListener('abort', onAbort, { once: true });
      editor.on('SIGINT', () => request.interrupt());
      editor.on('line', (text) => resolve({ kind: 'line', text: text.replaceAll(lineBreakSign, '\n') }));
      editor.on('close', () => resolve({ kind: 'closed' }));
      editor.prompt();
    });
  } finally {
    signal.removeEventListener('abort', onAbort);
    editor.close();
    keyboard.release();
    process.off('exit', leavePaste);
    leavePaste();
  }
}

function startsWith(word: string, line: string): boolean {
  return word.toLowerCase().startsWith(line.trimStart().toLowerCase());
}

async function dropStaleKeys({ input, signal, interrupt }: LineRequest): Promise<void> {
  const drop = (chunk: Buffer | string): void => {
    if (chunk.toString().includes('\u0003')) interrupt();
  };
  input.setRawMode?.(true);
  input.on('data', drop);
  input.resume();
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, staleKeysMs);
    signal.addEventListener('abort', done, { once: true });
  });
  input.off('data', drop);
  if (!signal.aborted) return;
  input.setRawMode?.(false);
  input.pause();
}
