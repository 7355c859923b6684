import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { NodeDirectory, Outcome } from '@attractor/engine';
import { unreadableStatusFile, verdictFromStatusFile } from './verdict/from-report.ts';

/** Far above any honest verdict. */
const maxBytes = 4_194_304;

/** Path of the file by which a node's process reports (canonical appendix C). */
export function statusFileOf(directory: NodeDirectory): string {
  return join(directory.ensure(), 'status.json');
}

/** The same, with what an earlier attempt left removed. */
export function freshStatusFile(directory: NodeDirectory): string {
  const path = statusFileOf(directory);
  // Asked first: removing what is not there costs more than the rest of a quick node.
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) rmSync(path, { recursive: true, force: true });
  return path;
}

/** The verdict a node's process wrote; undefined when it wrote none. Whatever it left there, this neither hangs nor throws. */
export function readStatusFile(path: string, node: string): Outcome | undefined {
  let descriptor: number;
  try {
    // Asked first: most processes write none, and an error costs more.
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
    // Non-blocking: the process may have made a pipe of that name.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return code === 'ENOENT' ? undefined : unreadableStatusFile(`cannot be read: ${code ?? String(error)}`);
  }
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return unreadableStatusFile('is not a regular file');
    if (stat.size > maxBytes) return unreadableStatusFile(`is larger than ${maxBytes} bytes`);
    return verdictFromStatusFile(readFileSync(descriptor, 'utf8'), node);
  } catch (error) {
    return unreadableStatusFile(`cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    closeSync(descriptor);
  }
}
