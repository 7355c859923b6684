import type { FileChange, Hunk, ParsedPatch } from './patch.ts';

const begin = '*** Begin Patch';
const end = '*** End Patch';
const headers = { add: '*** Add File: ', delete: '*** Delete File: ', update: '*** Update File: ' } as const;
const moveTo = '*** Move to: ';
const endOfFile = '*** End of File';

/** Reads a patch in the v4a format (companion, appendix A). The first thing that does not fit is named with its line. Linear. */
export function parsePatch(text: string): ParsedPatch {
  const { lines, offset } = unwrapped(text);
  const problem = (at: number, what: string): ParsedPatch => ({ ok: false, problem: `line ${at + offset + 1} of the patch: ${what}` });
  if (lines[0]?.trim() !== begin) return problem(0, `the patch must begin with "${begin}"`);
  const last = lines.length - 1;
  if (last < 1 || lines[last]?.trim() !== end) return problem(Math.max(last, 0), `the patch must end with "${end}"`);
  const changes: FileChange[] = [];
  let at = 1;
  while (at < last) {
    const header = lines[at] as string;
    if (header.trim() === '') {
      at += 1;
      continue;
    }
    const kind = (['add', 'delete', 'update'] as const).find((name) => header.startsWith(headers[name]));
    if (kind === undefined) {
      return problem(
        at,
        `expected "*** Add File: ", "*** Delete File: " or "*** Update File: ", found ${JSON.stringify(header.slice(0, 80))}`,
      );
    }
    const path = header.slice(headers[kind].length).trim();
    if (path === '') return problem(at, 'the path is empty');
    const first = at + 1;
    let stop = first;
    while (stop < last && !isHeader(lines[stop] as string)) stop += 1;
    const body = lines.slice(first, stop);
    switch (kind) {
      case 'add': {
        const content = trimBlankEnd(body);
        const bad = content.findIndex((line) => !line.startsWith('+'));
        if (bad >= 0) return problem(first + bad, 'each line of a new file must begin with "+"');
        changes.push({ kind, path, lines: content.map((line) => line.slice(1)) });
        break;
      }
      case 'delete': {
        const extra = body.findIndex((line) => line.trim() !== '');
        if (extra >= 0) return problem(first + extra, 'nothing may follow "*** Delete File: "');
        changes.push({ kind, path });
        break;
      }
      case 'update': {
        const update = parseUpdate(body, first + offset);
        if (typeof update === 'string') return { ok: false, problem: update };
        changes.push({ kind, path, ...update });
        break;
      }
    }
    at = stop;
  }
  if (changes.length === 0) return problem(1, 'the patch changes no file');
  return { ok: true, changes };
}

/** Models wrap patches in fences or a here-document, and put blank lines around them. */
function unwrapped(text: string): { readonly lines: readonly string[]; readonly offset: number } {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  let first = 0;
  let last = lines.length;
  const isBlank = (at: number) => (lines[at] ?? '').trim() === '';
  while (first < last && isBlank(first)) first += 1;
  while (last > first && isBlank(last - 1)) last -= 1;
  if (first === last) return { lines: [], offset: 0 };
  const opening = (lines[first] ?? '').trim();
  const heredoc = /^(?:apply_patch\s+)?<<-?\s*(['"]?)(\w+)\1$/.exec(opening);
  const closing = opening.startsWith('```') ? '```' : heredoc?.[2];
  if (closing !== undefined && last - first >= 2 && (lines[last - 1] ?? '').trim() === closing) {
    first += 1;
    last -= 1;
    while (last > first && isBlank(last - 1)) last -= 1;
  }
  return { lines: lines.slice(first, last), offset: first };
}

function isHeader(line: string): boolean {
  return line.startsWith(headers.add) || line.startsWith(headers.delete) || line.startsWith(headers.update);
}

function trimBlankEnd(lines: readonly string[]): readonly string[] {
  let stop = lines.length;
  while (stop > 0 && (lines[stop - 1] as string).trim() === '') stop -= 1;
  return lines.slice(0, stop);
}

/** The body of an update; a text is the problem. `firstLine` is the index of its first line in the whole text. */
function parseUpdate(body: readonly string[], firstLine: number): { moveTo?: string; hunks: Hunk[] } | string {
  const problem = (at: number, what: string): string => `line ${firstLine + at + 1} of the patch: ${what}`;
  const lines = trimBlankEnd(body);
  let at = 0;
  let target: string | undefined;
  if (lines[0]?.startsWith(moveTo) === true) {
    target = lines[0].slice(moveTo.length).trim();
    if (target === '') return problem(0, 'the path to move to is empty');
    at = 1;
  }
  const hunks: Hunk[] = [];
  while (at < lines.length) {
    const start = at;
    const anchors: string[] = [];
    while (at < lines.length && isAnchor(lines[at] as string)) {
      const anchor = (lines[at] as string).slice(2).replace(/^ /, '');
      if (anchor.trim() !== '') anchors.push(anchor);
      at += 1;
    }
    if (at === start && hunks.length > 0) return problem(at, 'a hunk begins with "@@"');
    const content: Hunk['lines'][number][] = [];
    while (at < lines.length && !isAnchor(lines[at] as string) && (lines[at] as string).trimEnd() !== endOfFile) {
      const line = readLine(lines[at] as string);
      if (line === undefined) {
        return problem(at, `a line of a hunk begins with " ", "+" or "-", found ${JSON.stringify((lines[at] as string).slice(0, 80))}`);
      }
      content.push(line);
      at += 1;
    }
    const atEnd = at < lines.length && (lines[at] as string).trimEnd() === endOfFile;
    if (atEnd) at += 1;
    if (content.length === 0) return problem(Math.min(start, lines.length - 1), 'the hunk has no lines');
    hunks.push({ line: firstLine + start + 1, anchors, lines: content, atEnd });
  }
  if (hunks.length === 0 && target === undefined) return problem(0, 'an update has at least one hunk, or a file to move to');
  return { ...(target === undefined ? {} : { moveTo: target }), hunks };
}

function isAnchor(line: string): boolean {
  return line === '@@' || line.startsWith('@@ ');
}

function readLine(line: string): Hunk['lines'][number] | undefined {
  // Editors and models drop the blank of an empty context line.
  if (line === '') return { kind: 'keep', text: '' };
  const text = line.slice(1);
  if (line.startsWith(' ')) return { kind: 'keep', text };
  if (line.startsWith('-')) return { kind: 'remove', text };
  return line.startsWith('+') ? { kind: 'add', text } : undefined;
}
