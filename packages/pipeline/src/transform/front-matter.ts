import type { Json } from '../json.ts';
import { yaml } from '../yaml.ts';

/** One key of front matter; the line counts from 1 in the file. */
export interface FrontMatterEntry {
  readonly key: string;
  readonly value: Json;
  readonly line: number;
}

export interface FrontMatter {
  readonly entries: readonly FrontMatterEntry[];
  /** The text below it, without blank lines around it. */
  readonly body: string;
  readonly problems: readonly { readonly line: number; readonly message: string }[];
}

const fence = /^---[ \t]*$/;

/** The YAML between `---` lines at the head of a text, and the rest. A text without it is all body. Never throws. */
export function readFrontMatter(text: string): FrontMatter {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  if (!fence.test(lines[0] ?? '')) return { entries: [], body: lines.join('\n').trim(), problems: [] };
  const end = lines.findIndex((line, index) => index > 0 && fence.test(line));
  if (end < 0) return { entries: [], body: '', problems: [{ line: 1, message: 'the front matter is never closed by a line `---`' }] };
  const body = lines
    .slice(end + 1)
    .join('\n')
    .trim();
  const head = lines.slice(1, end).join('\n');
  return { body, ...readEntries(head) };
}

function readEntries(head: string): Pick<FrontMatter, 'entries' | 'problems'> {
  const { parseDocument, isMap, isScalar, LineCounter } = yaml();
  const lineCounter = new LineCounter();
  // The first line of the YAML is the file's second.
  const lineOf = (offset: number): number => lineCounter.linePos(offset).line + 1;
  const document = parseDocument(head, { lineCounter, prettyErrors: false });
  if (document.errors.length > 0) {
    return { entries: [], problems: document.errors.map(({ message, pos }) => ({ line: lineOf(pos[0]), message })) };
  }
  if (document.contents === null) return { entries: [], problems: [] };
  if (!isMap(document.contents))
    return { entries: [], problems: [{ line: 2, message: 'the front matter is no list of `key: value` lines' }] };
  const entries: FrontMatterEntry[] = [];
  const problems: { line: number; message: string }[] = [];
  for (const { key, value } of document.contents.items) {
    const line = isScalar(key) ? lineOf(key.range?.[0] ?? 0) : 2;
    try {
      const plain: unknown =
        value === null ? null : (value as { toJS(document: unknown, options: object): unknown }).toJS(document, { maxAliasCount: 100 });
      // Dates and the like have no JSON of their own.
      entries.push({ key: String(isScalar(key) ? key.value : key), value: JSON.parse(JSON.stringify(plain ?? null)) as Json, line });
    } catch (error) {
      problems.push({ line, message: error instanceof Error ? error.message : String(error) });
    }
  }
  return { entries, problems };
}
