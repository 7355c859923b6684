import type { Range } from './source.ts';
import type { Value } from './syntax.ts';

const ESCAPE = /\\(?:\r\n|[\s\S])/g;

const DECODED: ReadonlyMap<string, string> = new Map([
  ['\\"', '"'],
  ['\\\\', '\\'],
  ['\\n', '\n'],
  ['\\t', '\t'],
  ['\\\n', ''],
  ['\\\r', ''],
  ['\\\r\n', ''],
]);

/** Resolves the escapes of a string's content in one pass; an unknown `\x` stays as written (language.md 1). */
export function decodeString(content: string): string {
  return content.includes('\\') ? content.replace(ESCAPE, (written) => DECODED.get(written) ?? written) : content;
}

/** A value whose text is its source, such as a bare word or HTML: `content` says where. */
export function plainValue(kind: 'bare' | 'html', source: string, content: Range, range: Range): Value {
  const text = source.slice(content.start, content.end);
  return { kind, text, range, offsetAt: (index) => content.start + clamp(index, text.length) };
}

/** A string value out of the contents (without quotes) of one or more strings joined by `+`. */
export function stringValue(source: string, contents: readonly Range[], range: Range): Value {
  const text = contents.map(({ start, end }) => decodeString(source.slice(start, end))).join('');
  let map: OffsetMap | undefined;
  return {
    kind: 'string',
    text,
    range,
    offsetAt(index) {
      map ??= buildOffsetMap(source, contents);
      return lookUp(map, clamp(index, text.length));
    },
  };
}

/** Parallel lists: from text index `indices[i]` on, the source runs in step from `offsets[i]`. */
interface OffsetMap {
  readonly indices: readonly number[];
  readonly offsets: readonly number[];
}

function buildOffsetMap(source: string, contents: readonly Range[]): OffsetMap {
  const indices: number[] = [];
  const offsets: number[] = [];
  let index = 0;
  for (const { start, end } of contents) {
    let offset = start;
    const mark = (): void => {
      indices.push(index);
      offsets.push(offset);
    };
    mark();
    for (const match of source.slice(start, end).matchAll(ESCAPE)) {
      const decoded = DECODED.get(match[0]);
      if (decoded === undefined) continue;
      index += start + match.index - offset + decoded.length;
      offset = start + match.index + match[0].length;
      mark();
    }
    index += end - offset;
  }
  return { indices, offsets };
}

function lookUp({ indices, offsets }: OffsetMap, index: number): number {
  let low = 0;
  let high = indices.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((indices[middle] ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  return (offsets[low] ?? 0) + index - (indices[low] ?? 0);
}

function clamp(index: number, length: number): number {
  return Math.max(0, Math.min(index, length));
}
