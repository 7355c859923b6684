import type { Hunk } from './patch.ts';
import { seekLines } from './seek.ts';

export type Updated = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problem: string };

/**
 * Applies the hunks of an update in order, each after the one before (companion, appendix A). Kept lines stay byte for byte,
 * their line ends included; new lines get the file's. The result ends with a line break.
 */
export function updateText(text: string, hunks: readonly Hunk[]): Updated {
  if (hunks.length === 0) return { ok: true, text };
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const raw = text.split('\n');
  if (raw.at(-1) === '') raw.pop();
  const lines = raw.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  const result: string[] = [];
  let at = 0;
  const keepTo = (end: number): void => {
    for (; at < end; at++) result.push(`${raw[at] ?? ''}\n`);
  };
  for (const hunk of hunks) {
    let from = at;
    for (const anchor of hunk.anchors) {
      const found = seekLines(lines, [anchor], from, false);
      if (found === undefined) return missing(hunk, `there is no line ${JSON.stringify(anchor)}${place(from)}`);
      from = found + 1;
    }
    const old = hunk.lines.filter((line) => line.kind !== 'add').map((line) => line.text);
    let changes = hunk.lines;
    let start = old.length === 0 ? insertionPoint(hunk, from, lines.length) : findOld(lines, old, hunk, from, at);
    if (start === undefined && old.length > 1 && changes.at(-1)?.kind === 'keep' && old.at(-1) === '') {
      // A blank line that only parts this hunk from the next.
      changes = changes.slice(0, -1);
      start = findOld(lines, old.slice(0, -1), hunk, from, at);
    }
    if (start === undefined) {
      return missing(
        hunk,
        `${hunk.atEnd ? 'the file does not end with' : 'the file does not have'} these lines${place(from)}:\n${old.slice(0, 20).join('\n')}`,
      );
    }
    keepTo(start);
    for (const line of changes) {
      if (line.kind === 'add') result.push(`${line.text}${eol}`);
      else if (line.kind === 'keep') keepTo(at + 1);
      else at += 1;
    }
  }
  keepTo(raw.length);
  return { ok: true, text: result.join('') };
}

/** The anchor may itself be the first line of the hunk, as many models write it. */
function findOld(lines: readonly string[], old: readonly string[], hunk: Hunk, from: number, floor: number): number | undefined {
  return (
    seekLines(lines, old, from, hunk.atEnd) ??
    (hunk.anchors.length > 0 && from > floor ? seekLines(lines, old, from - 1, hunk.atEnd) : undefined)
  );
}

/** Only new lines: behind the anchor, else at the end of the file. */
function insertionPoint(hunk: Hunk, from: number, end: number): number {
  return hunk.anchors.length > 0 && !hunk.atEnd ? from : end;
}

function missing(hunk: Hunk, what: string): Updated {
  return { ok: false, problem: `the hunk at line ${hunk.line} of the patch: ${what}\nRead the file again and copy the lines exactly.` };
}

function place(from: number): string {
  return from === 0 ? '' : ` after line ${from}`;
}
