import path from 'node:path';
import type { Range } from '@attractor/dot';
import { createSnapshot, type DocumentFiles, type Snapshot } from '@attractor/lsp';
import { memoryFiles } from '@attractor/pipeline';

/** A text with its markers taken out: `<|>` are cursors, `<<` and `>>` enclose ranges. */
export interface Marked {
  readonly snapshot: Snapshot;
  readonly cursors: readonly number[];
  readonly ranges: readonly Range[];
  /** The first cursor. */
  readonly at: number;
}

const MARKER = /<\|>|<<|>>/g;

export function marked(text: string, files: Readonly<Record<string, string>> = {}): Marked {
  const cursors: number[] = [];
  const ranges: Range[] = [];
  const open: number[] = [];
  const parts: string[] = [];
  let length = 0;
  let last = 0;
  for (const match of text.matchAll(MARKER)) {
    parts.push(text.slice(last, match.index));
    length += match.index - last;
    last = match.index + match[0].length;
    if (match[0] === '<|>') cursors.push(length);
    else if (match[0] === '<<') open.push(length);
    else ranges.push({ start: open.pop() ?? 0, end: length });
  }
  parts.push(text.slice(last));
  ranges.sort((a, b) => a.start - b.start);
  return { snapshot: snapshotOf(parts.join(''), files), cursors, ranges, at: cursors[0] ?? 0 };
}

/** A document `/project/flow.dot` beside some files. */
export function snapshotOf(text: string, files: Readonly<Record<string, string>> = {}): Snapshot {
  return createSnapshot({ text, uri: 'file:///project/flow.dot', version: 1, file: '/project/flow.dot', files: projectFiles(files) });
}

function projectFiles(files: Readonly<Record<string, string>>): DocumentFiles {
  const absolute = Object.fromEntries(Object.entries(files).map(([name, text]) => [path.join('/project', name), text]));
  const isInside = (file: string): boolean => path.resolve(file).startsWith('/project/') || path.resolve(file) === '/project';
  const memory = memoryFiles(absolute);
  return {
    isInside,
    exists: (file) => isInside(file) && memory.exists(file),
    readText: (file) => (isInside(file) ? memory.readText(file) : undefined),
    list: (folder) => {
      const way = `${path.resolve(folder)}/`;
      const below = Object.keys(absolute).filter((file) => file.startsWith(way));
      return [...new Set(below.map((file) => file.slice(way.length).replace(/\/.*$/, '/')))];
    },
  };
}

/** The texts of some ranges. */
export function texts({ text }: Snapshot, ranges: readonly { readonly start: number; readonly end: number }[]): string[] {
  return ranges.map(({ start, end }) => text.slice(start, end));
}
