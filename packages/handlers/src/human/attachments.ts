import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Attachment } from '@attractor/engine';
import { findFiles, isInside, patternProblem } from './find-files.ts';

export type Attachments =
  | { readonly ok: true; readonly attachments: readonly Attachment[] }
  | { readonly ok: false; readonly problem: string };

/** Bytes of an inline attachment that a question shows (engine.md 9). */
const shownBytes = 100_000;

/** Files of one kind in one question; more is a mistake, and would bury the question. */
const maxFiles = 100;

/**
 * The files that a gate shows: content for inline patterns, path and size for the others, each kind sorted by path
 * (engine.md 9). A pattern that is absolute or goes upwards is a problem of the graph; a file that cannot be shown is
 * named with the reason, since a model may have made it.
 */
export function attachmentsOf(workingDirectory: string, inline: readonly string[], named: readonly string[]): Attachments {
  const problem = [...inline, ...named].map(patternProblem).find((each) => each !== undefined);
  if (problem !== undefined) return { ok: false, problem };
  const attachments = [...collect(workingDirectory, inline, true), ...collect(workingDirectory, named, false)];
  return { ok: true, attachments };
}

function collect(root: string, patterns: readonly string[], inline: boolean): Attachment[] {
  const files = new Set<string>();
  const notes: Attachment[] = [];
  for (const pattern of patterns) {
    const found = findFiles(root, pattern);
    for (const file of found.files) files.add(file);
    for (const path of found.outside) notes.push({ path, note: 'not shown: it leads out of the working directory' });
    if (found.truncated) notes.push({ path: pattern, note: 'matches too many files; some may be missing' });
    else if (found.files.length === 0 && found.outside.length === 0) notes.push({ path: pattern, note: 'no file matches' });
  }
  const paths = [...files].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const shown = paths.slice(0, maxFiles).map((path) => readAttachment(root, path, inline));
  const left = paths.length - shown.length;
  return [...shown, ...(left > 0 ? [{ path: patterns.join(', '), note: `${left} more files match` }] : []), ...notes];
}

function readAttachment(root: string, path: string, inline: boolean): Attachment {
  let descriptor: number | undefined;
  try {
    const home = realpathSync(root);
    const real = realpathSync(join(home, path));
    if (!isInside(home, real)) return { path, note: 'not shown: it leads out of the working directory' };
    // The path is free of links now; one that is planted meanwhile is not followed, and a pipe does not block.
    descriptor = openSync(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return { path, note: 'not shown: it is no regular file' };
    if (!inline) return { path, size: stats.size };
    const bytes = Buffer.alloc(Math.min(stats.size, shownBytes));
    let length = 0;
    for (let read = 1; read > 0 && length < bytes.length; length += read)
      read = readSync(descriptor, bytes, length, bytes.length - length, length);
    const content = bytes.subarray(0, length);
    if (content.includes(0)) return { path, size: stats.size, note: 'not shown: it is no text' };
    if (stats.size <= shownBytes) return { path, size: stats.size, content: content.toString('utf8') };
    const whole = wholeCharacters(content);
    return { path, size: stats.size, shown: whole.length, content: whole.toString('utf8') };
  } catch (error) {
    return {
      path,
      note: `not shown: it cannot be read (${error instanceof Error && 'code' in error ? String(error.code) : String(error)})`,
    };
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Without the beginning of a character that the cut went through. */
function wholeCharacters(bytes: Buffer): Buffer {
  let start = bytes.length - 1;
  while (start > 0 && bytes.length - start < 4 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start--;
  const lead = bytes[start] ?? 0;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return start + length > bytes.length ? bytes.subarray(0, start) : bytes;
}
