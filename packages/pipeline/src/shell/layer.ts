/** How the text of a layer is quoted in the text around it; decides how a replacement is written there. */
export type Quoting = 'bare' | 'single' | 'double' | 'ansi' | 'heredoc' | 'backtick' | 'backtick-in-double';

const ENCODE: Readonly<Record<Quoting, (text: string) => string>> = {
  bare: (text) => `'${text.replaceAll("'", "'\\''")}'`,
  single: (text) => text.replaceAll("'", "'\\''"),
  double: (text) => text.replace(/["\\$`]/g, '\\$&'),
  ansi: (text) => text.replace(/['\\]/g, '\\$&'),
  heredoc: (text) => text.replace(/[\\$`]/g, '\\$&'),
  backtick: (text) => text.replace(/[\\`]/g, '\\$&'),
  'backtick-in-double': (text) => text.replace(/[\\`"]/g, '\\$&'),
};

/** A shell text: the command, or code that stands quoted inside another layer. */
export interface Layer {
  readonly text: string;
  readonly depth: number;
  /** The offset in the outermost command. */
  outermost(at: number): number;
  /** True for the `$` of a reference that the surrounding shell would have expanded, and that this layer must expand instead. */
  isForced(at: number): boolean;
  /** Replaces a part of the text. Parts never overlap. */
  replace(start: number, end: number, text: string): void;
}

export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export function rootLayer(text: string, edits: Edit[]): Layer {
  return {
    text,
    depth: 0,
    outermost: (at) => at,
    isForced: () => false,
    replace: (start, end, replacement) => void edits.push({ start, end, text: replacement }),
  };
}

/** Collects the text of an inner layer piece by piece, with where each character comes from and how it is quoted there. */
export class LayerBuilder {
  readonly #parent: Layer;
  readonly #parts: string[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #quoting: Quoting[] = [];
  readonly #forced = new Map<number, number>();

  constructor(parent: Layer) {
    this.#parent = parent;
  }

  /** One UTF-16 unit or a filler that stands for the whole part. */
  add(character: string, start: number, end: number, quoting: Quoting): void {
    this.#parts.push(character);
    this.#starts.push(start);
    this.#ends.push(end);
    this.#quoting.push(quoting);
  }

  /** A part of the parent's text as it is. */
  addText(start: number, end: number, quoting: Quoting): void {
    for (let at = start; at < end; at++) this.add(this.#parent.text[at] ?? '', at, at + 1, quoting);
  }

  /** A reference that the parent's shell would have expanded. */
  addForced(start: number, end: number, quoting: Quoting): void {
    this.#forced.set(this.#parts.length, this.#parts.length + end - start);
    this.addText(start, end, quoting);
  }

  /** A part of the parent's text in which `\` before a character of `escapable` is dropped, and `\` before a line end joins lines. */
  addEscaped(start: number, end: number, escapable: RegExp, quoting: Quoting): void {
    const { text } = this.#parent;
    for (let at = start; at < end; at++) {
      const next = at + 1 < end ? (text[at + 1] ?? '') : '';
      const escaped = text[at] === '\\' && next !== '' && (escapable.test(next) || next === '\n');
      if (escaped && next !== '\n') this.add(next, at, at + 2, quoting);
      else if (!escaped) this.add(text[at] ?? '', at, at + 1, quoting);
      if (escaped) at++;
    }
  }

  build(): Layer & { finish(): void } {
    const parent = this.#parent;
    const text = this.#parts.join('');
    const pending = new Map(this.#forced);
    const start = (at: number) => this.#starts[at] ?? this.#ends.at(-1) ?? 0;
    const replace = (from: number, to: number, replacement: string) => {
      const quoting = this.#quoting[from];
      if (quoting === undefined || !this.#isContiguous(from, to)) return;
      pending.delete(from);
      parent.replace(start(from), this.#ends[to - 1] ?? start(from), ENCODE[quoting](replacement));
    };
    return {
      text,
      depth: parent.depth + 1,
      outermost: (at) => parent.outermost(start(at)),
      isForced: (at) => this.#forced.has(at) || (at < text.length && parent.isForced(start(at))),
      replace,
      // What no walk has reached must not be expanded by the parent's shell either: it would become code.
      finish: () => {
        for (const [from, to] of [...pending]) replace(from, to, text.slice(from, to));
      },
    };
  }

  /** A reference put together from differently quoted pieces has no single place to write to. */
  #isContiguous(from: number, to: number): boolean {
    for (let at = from + 1; at < to; at++) {
      if (this.#starts[at] !== this.#ends[at - 1] || this.#quoting[at] !== this.#quoting[from]) return false;
    }
    return true;
  }
}
