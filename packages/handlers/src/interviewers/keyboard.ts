import { PassThrough } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/** What is needed of a terminal's input; `process.stdin` is one. */
export interface TerminalInput extends NodeJS.ReadableStream {
  readonly isTTY?: boolean;
  setRawMode?(on: boolean): unknown;
}

/** Stands for a line break inside an answer while it is edited on one line. */
export const lineBreakSign = '↵';

const pasteStart = '\u001b[200~';
const pasteEnd = '\u001b[201~';

/** Switches a terminal's bracketed paste: pasted text then comes with marks around it. */
export const bracketedPaste = { on: '\u001b[?2004h', off: '\u001b[?2004l' } as const;

/** Keys as a line editor gets them; looks like a terminal to `node:readline`. */
export class Keyboard extends PassThrough {
  readonly isTTY = true;
  readonly #input: TerminalInput;
  readonly #decoder = new StringDecoder('utf8');
  readonly #translate: (text: string) => string;
  readonly #onData = (chunk: Buffer | string): void => {
    const text = this.#translate(typeof chunk === 'string' ? chunk : this.#decoder.write(chunk));
    if (text !== '') this.write(text);
  };

  /** `multiline`: breaks in pasted text, and Alt-Enter, are kept as line breaks of the answer; else they are spaces. */
  constructor(input: TerminalInput, multiline: boolean) {
    super();
    this.#input = input;
    this.#translate = keyTranslation(multiline ? lineBreakSign : ' ');
    input.on('data', this.#onData);
    input.resume();
  }

  setRawMode(on: boolean): this {
    this.#input.setRawMode?.(on);
    return this;
  }

  /** Gives the terminal back. */
  release(): void {
    this.#input.off('data', this.#onData);
    this.#input.setRawMode?.(false);
    this.#input.pause();
    this.end();
  }
}

/**
 * Takes the marks of pasted text away and makes its line breaks harmless: a pasted text with several lines must not
 * answer the questions that follow. Escapes in a paste are dropped, so it can press no keys.
 */
export function keyTranslation(lineBreak: string): (text: string) => string {
  let pasting = false;
  let held = '';
  return (chunk) => {
    let text = held + chunk;
    held = '';
    let result = '';
    while (text !== '') {
      const mark = pasting ? pasteEnd : pasteStart;
      const at = text.indexOf(mark);
      const piece = at < 0 ? text.slice(0, text.length - partOf(mark, text)) : text.slice(0, at);
      result += pasting ? pasted(piece, lineBreak) : typed(piece, lineBreak);
      if (at < 0) {
        held = text.slice(piece.length);
        // A lone escape is a key of its own.
        if (held === '\u001b' && !pasting) {
          result += held;
          held = '';
        }
        break;
      }
      text = text.slice(at + mark.length);
      pasting = !pasting;
    }
    return result;
  };
}

/** Length of the longest end of `text` that is a beginning of `mark`. */
function partOf(mark: string, text: string): number {
  for (let length = Math.min(mark.length - 1, text.length); length > 0; length--) if (text.endsWith(mark.slice(0, length))) return length;
  return 0;
}

function pasted(text: string, lineBreak: string): string {
  return text
    .replace(/\r\n?|\n/g, lineBreak)
    .replace(/\t/g, ' ')
    .replace(/\p{Cc}/gu, '');
}

/** Alt-Enter breaks a line; Enter ends the answer. */
function typed(text: string, lineBreak: string): string {
  return text.replaceAll('\u001b\r', lineBreak).replaceAll('\u001b\n', lineBreak);
}
