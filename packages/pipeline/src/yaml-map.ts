import { createRequire } from 'node:module';
import type * as YamlModule from 'yaml';
import type { Json } from './json.ts';

/** A top-level key of a YAML map; lines count from 1. */
export interface YamlEntry {
  readonly key: string;
  readonly value: Json;
  readonly line: number;
}

export interface YamlMap {
  readonly entries: readonly YamlEntry[];
  readonly problems: readonly { readonly line: number; readonly message: string }[];
}

/** One slip can make the reader complain at every line below it. */
const maxProblems = 5;

type Yaml = typeof YamlModule;

let loaded: Yaml | undefined;

/** The reader is loaded at the first use: most graphs need none. Bundlers see the plain `require`. */
function yaml(): Yaml {
  loaded ??= (typeof require === 'function' ? require('yaml') : createRequire(import.meta.url)('yaml')) as Yaml;
  return loaded;
}

/** Reads YAML whose root is a map; an empty text is an empty one. Never throws: what is wrong comes with its line. */
export function readYamlMap(text: string): YamlMap {
  const tooDeep = deepLine(text);
  if (tooDeep !== undefined) return { entries: [], problems: [{ line: tooDeep, message: 'the YAML is nested too deeply' }] };
  try {
    return read(text);
  } catch (error) {
    return { entries: [], problems: [{ line: 1, message: messageOf(error) }] };
  }
}

/** Open brackets, and columns before the first word of a line: each level of a block needs one more. */
const deepest = { brackets: 100, columns: 400 };

/**
 * The first line at which a text may be nested deeper than the reader, which recurses, should follow: a stack that runs out there takes the
 * process along. Brackets in quotes count too, which errs on the safe side.
 */
function deepLine(text: string): number | undefined {
  let open = 0;
  for (const [index, line] of text.split('\n').entries()) {
    if ((/^[ ?-]*/.exec(line)?.[0].length ?? 0) > deepest.columns) return index + 1;
    for (const character of line) {
      if (character === '[' || character === '{') open++;
      else if (character === ']' || character === '}') open = Math.max(0, open - 1);
      if (open > deepest.brackets) return index + 1;
    }
  }
  return undefined;
}

function read(text: string): YamlMap {
  const { parseDocument, isMap, isScalar, LineCounter } = yaml();
  const lineCounter = new LineCounter();
  const lineOf = (offset: number): number => Math.max(1, lineCounter.linePos(offset).line);
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const problems = document.errors.slice(0, maxProblems).map(({ message, pos }) => ({ line: lineOf(pos[0]), message }));
  if (problems.length > 0 || document.contents === null) return { entries: [], problems };
  if (!isMap(document.contents)) return { entries: [], problems: [{ line: 1, message: 'this is no list of `key: value` lines' }] };
  const entries: YamlEntry[] = [];
  for (const { key, value } of document.contents.items) {
    const line = isScalar(key) ? lineOf(key.range?.[0] ?? 0) : 1;
    try {
      const plain: unknown =
        value === null ? null : (value as { toJS(document: unknown, options: object): unknown }).toJS(document, { maxAliasCount: 100 });
      // Dates and the like have no JSON of their own.
      entries.push({ key: String(isScalar(key) ? key.value : key), value: JSON.parse(JSON.stringify(plain ?? null)) as Json, line });
    } catch (error) {
      problems.push({ line, message: messageOf(error) });
    }
  }
  return { entries, problems };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
