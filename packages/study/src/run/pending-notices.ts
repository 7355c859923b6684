import { readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolders, openAppendFile } from '@attractor/engine';

/** Notices that other processes queue for an agent: `debug/pending_notices/<queue>.jsonl`, a queue named `entry` or by a delegation (NO-06, NO-11). */
const folder = 'pending_notices';

let claims = 0;

/** Queues a text; whoever claims next has it. */
export function queueNotice(debug: string, queue: string, text: string): void {
  const place = join(debug, folder);
  makeFolders(place);
  const file = openAppendFile(join(place, `${queue}.jsonl`), false);
  try {
    file.append([JSON.stringify({ text })]);
  } finally {
    file.close();
  }
}

/** Takes what is queued, by a rename: of several that claim at once each text goes to exactly one. Nothing there: nothing. */
export function claimNotices(debug: string, queue: string): readonly string[] {
  if (!/^(?:entry|D\d+)$/.test(queue)) return [];
  const file = join(debug, folder, `${queue}.jsonl`);
  const claimed = `${file}.${process.pid}.${++claims}`;
  try {
    renameSync(file, claimed);
    const text = readFileSync(claimed, 'utf8');
    rmSync(claimed, { force: true });
    return text.split('\n').flatMap(textOf);
  } catch {
    // No file, or another one was first.
    return [];
  }
}

function textOf(line: string): readonly string[] {
  try {
    const { text } = JSON.parse(line) as { text?: unknown };
    return typeof text === 'string' && text.trim() !== '' ? [text] : [];
  } catch {
    return [];
  }
}
