import type { Layer } from './layer.ts';

/** A variable a rewritten command reads from its environment (language.md 4). */
export interface CommandVariable {
  /** The name in the environment: the key's own, or a generated one for a dotted reference. */
  readonly name: string;
  readonly key: string;
  /** Evaluated as arithmetic somewhere: the value must be a whole number. */
  readonly numeric: boolean;
  /** Stands in command position somewhere: its words are one simple command (CMD-006). */
  readonly word: boolean;
  /** Used as the name of a variable (`${!x}`, `unset "$x"`, `[[ -v $x ]]`), whose subscript a shell would evaluate. */
  readonly identifier: boolean;
  /** Numeric only where an empty value is harmless: `${x:-1}`, a bare name in arithmetic, a copy in another variable. */
  readonly emptyAllowed: boolean;
  /** The script sets the name before it reads it: a value that does not fit is left out rather than refused. */
  readonly assigned: boolean;
  /** The name comes from the key (`tool_env`), not from us: it can be that of a variable that exists. */
  readonly exported?: boolean;
}

export type Arithmetic = 'none' | 'lenient' | 'strict';

interface Use {
  readonly key: string;
  word: boolean;
  identifier: boolean;
}

/** What is known about the variables of one command while its tree is walked. */
export class Analysis {
  readonly #command: string;
  readonly #uses = new Map<string, Use>();
  readonly #generated = new Map<string, string>();
  readonly #arithmetic = new Map<string, Exclude<Arithmetic, 'none'>>();
  readonly #copies = new Map<string, Set<string>>();
  readonly #firstUse = new Map<string, number>();
  readonly #assigned = new Map<string, number>();
  readonly #ownNames = new Map<Layer, Set<string>>();
  /** False once a part of the command could not be parsed. */
  parsed = true;

  constructor(command: string) {
    this.#command = command;
  }

  /** The generated name for a key; it occurs nowhere in the command. */
  generatedName(key: string): string {
    const known = this.#generated.get(key);
    if (known !== undefined) return known;
    const suffix = key.replace(/[^A-Za-z0-9]+/g, '_').slice(0, 40);
    let number = this.#generated.size + 1;
    let name = `ATTRACTOR_VALUE_${number}_${suffix}`;
    while (this.#command.includes(name)) name = `ATTRACTOR_VALUE_${++number}00_${suffix}`;
    this.#generated.set(key, name);
    return name;
  }

  use(name: string, key: string, flags: { readonly word?: boolean; readonly identifier?: boolean } = {}): void {
    const use = this.#uses.get(name) ?? { key, word: false, identifier: false };
    use.word ||= flags.word ?? false;
    use.identifier ||= flags.identifier ?? false;
    this.#uses.set(name, use);
  }

  /** A name, known or not, is read at a place of the command. */
  read(name: string, at: number, arithmetic: Arithmetic, copyTo: string | undefined): void {
    this.#firstUse.set(name, Math.min(at, this.#firstUse.get(name) ?? at));
    if (arithmetic !== 'none') this.evaluateAsArithmetic(name, arithmetic);
    if (copyTo === undefined) return;
    const sources = this.#copies.get(copyTo) ?? new Set();
    this.#copies.set(copyTo, sources.add(name));
  }

  evaluateAsArithmetic(name: string, arithmetic: Exclude<Arithmetic, 'none'>): void {
    if (this.#arithmetic.get(name) !== 'strict') this.#arithmetic.set(name, arithmetic);
  }

  /** The script sets the name; it has its value from `at` on. `layer` is the text that says so. */
  assign(name: string, at: number, layer: Layer): void {
    this.#assigned.set(name, Math.min(at, this.#assigned.get(name) ?? at));
    const names = this.#ownNames.get(layer) ?? new Set();
    this.#ownNames.set(layer, names.add(name));
  }

  /** True for a variable that the code of a layer sets to something of its own, not to a copy of other variables. */
  isOwn(name: string, layer: Layer): boolean {
    return this.#ownNames.get(layer)?.has(name) === true && !this.#copies.has(name);
  }

  /** A copy of a value that is evaluated is as dangerous as the value: `n=$x; echo $((n))`. */
  variables(): CommandVariable[] {
    const pending = [...this.#arithmetic.keys()];
    for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
      for (const source of this.#copies.get(name) ?? []) {
        if (this.#arithmetic.has(source)) continue;
        this.#arithmetic.set(source, 'lenient');
        pending.push(source);
      }
    }
    return [...this.#uses].map(([name, { key, word, identifier }]) => {
      const arithmetic = this.#arithmetic.get(name);
      const assigned = (this.#assigned.get(name) ?? Number.POSITIVE_INFINITY) <= (this.#firstUse.get(name) ?? 0);
      return { name, key, numeric: arithmetic !== undefined, word, identifier, emptyAllowed: arithmetic !== 'strict', assigned };
    });
  }
}
