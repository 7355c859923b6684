import type { Json } from '@attractor/engine';

/** A JSON value with its place in the text. */
export type JsonNode = { readonly start: number } & (
  | { readonly kind: 'object'; readonly members: readonly { readonly key: string; readonly keyStart: number; readonly value: JsonNode }[] }
  | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'null' }
);

export interface JsonProblem {
  readonly message: string;
  readonly offset: number;
}

/** Deeper texts are refused, so the reader's own recursion is bounded. */
const maxDepth = 200;

/** Reads JSON keeping the place of every value, for messages that say where; the first syntax error ends it. */
export function parseJsonNode(text: string): JsonNode | JsonProblem {
  const reader = new Reader(text);
  try {
    const node = reader.value(0);
    reader.end();
    return node;
  } catch (error) {
    if (error instanceof Stop) return { message: error.message, offset: error.offset };
    throw error;
  }
}

/** The plain value. */
export function jsonOf(node: JsonNode): Json {
  switch (node.kind) {
    case 'object':
      return Object.fromEntries(node.members.map((member) => [member.key, jsonOf(member.value)]));
    case 'array':
      return node.items.map(jsonOf);
    case 'null':
      return null;
    case 'string':
    case 'number':
    case 'boolean':
      return node.value;
  }
}

class Stop extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|[A-Za-z]+/y;

class Reader {
  readonly #text: string;
  #at: number;

  constructor(text: string) {
    this.#text = text;
    this.#at = text.startsWith('\uFEFF') ? 1 : 0;
  }

  value(depth: number): JsonNode {
    if (depth > maxDepth) throw new Stop(`nested deeper than ${maxDepth} levels`, this.#at);
    const char = this.#peek();
    const start = this.#at;
    if (char === '{') return this.#object(start, depth);
    if (char === '[') return this.#array(start, depth);
    if (char === '"') return { kind: 'string', value: this.#string(), start };
    scalar.lastIndex = start;
    const word = scalar.exec(this.#text)?.[0];
    if (word === undefined) throw this.#expected('a value');
    this.#at += word.length;
    if (word === 'true' || word === 'false') return { kind: 'boolean', value: word === 'true', start };
    if (word === 'null') return { kind: 'null', start };
    if (/^[A-Za-z]/.test(word)) throw new Stop(`'${word.slice(0, 40)}' is no JSON value; texts need double quotes`, start);
    const value = Number(word);
    if (!Number.isFinite(value)) throw new Stop(`the number ${word.slice(0, 40)} is too large to be held`, start);
    return { kind: 'number', value, start };
  }

  end(): void {
    if (this.#peek() !== undefined) throw this.#expected('the end of the text');
  }

  #object(start: number, depth: number): JsonNode {
    const members: { key: string; keyStart: number; value: JsonNode }[] = [];
    const seen = new Set<string>();
    this.#at++;
    while (this.#peek() !== '}' || members.length > 0) {
      if (this.#peek() !== '"') throw this.#expected("a key in double quotes or '}'");
      const keyStart = this.#at;
      const key = this.#string();
      if (seen.has(key)) throw new Stop(`the key ${JSON.stringify(key)} stands twice in one object`, keyStart);
      seen.add(key);
      if (this.#peek() !== ':') throw this.#expected(`':' after the key ${JSON.stringify(key)}`);
      this.#at++;
      members.push({ key, keyStart, value: this.value(depth + 1) });
      if (this.#more('}')) continue;
      break;
    }
    this.#at++;
    return { kind: 'object', members, start };
  }

  #array(start: number, depth: number): JsonNode {
    const items: JsonNode[] = [];
    this.#at++;
    while (this.#peek() !== ']' || items.length > 0) {
      items.push(this.value(depth + 1));
      if (this.#more(']')) continue;
      break;
    }
    this.#at++;
    return { kind: 'array', items, start };
  }

  /** True after a comma; stops at the closing bracket. */
  #more(close: string): boolean {
    const char = this.#peek();
    if (char === close) return false;
    if (char !== ',') throw this.#expected(`',' or '${close}'`);
    this.#at++;
    return true;
  }

  #string(): string {
    const start = this.#at;
    let at = start + 1;
    for (; at < this.#text.length; at++) {
      const unit = this.#text.charCodeAt(at);
      if (unit === 92) at++;
      else if (unit === 34) break;
      else if (unit < 32) throw new Stop('a raw control character in a text; write line breaks as \\n', at);
    }
    if (at >= this.#text.length) throw new Stop('a text that is not closed', start);
    this.#at = at + 1;
    try {
      return JSON.parse(this.#text.slice(start, at + 1)) as string;
    } catch {
      throw new Stop('a text with an escape that JSON does not know', start);
    }
  }

  /** The next character that is no white space. */
  #peek(): string | undefined {
    while (' \n\r\t'.includes(this.#text[this.#at] ?? 'x')) this.#at++;
    return this.#text[this.#at];
  }

  #expected(what: string): Stop {
    const found = this.#peek();
    return new Stop(`expected ${what}, found ${found === undefined ? 'the end of the text' : `'${found}'`}`, this.#at);
  }
}
