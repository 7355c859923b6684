import { createHash } from 'node:crypto';

/** Names that the run directory itself uses; a branch folder reserves the same ones. One line a name. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set([
  'manifest.json',
  'graph.dot',
  'graph.resolved.json',
  'journal.jsonl',
  'checkpoint.json',
  'trace.jsonl',
  'events.jsonl',
  'decisions.jsonl',
  'branches',
  'children',
  'feedback',
  'artifacts',
  'jobs',
  'questions',
  'steering',
  'recordings',
  'visits',
  'debug',
  'experiment_data',
  'lock',
]);

/** Iterations, and graphs that a resume accepted in place of the first one. */
const NUMBERED = /^(?:iteration_\d+|graph\.resolved\.\d+\.json)$/;
const UNSAFE = /[/\\\p{Cc}\p{Cs}]/gu;
const MANGLED = /~[0-9a-f]{16}$/;
const LONGEST_BYTES = 200;

/**
 * The folder of a node in a run or branch directory (files.md 1): its id, followed by `+` when the id equals another
 * name of that directory or begins with a dot. Ids that no file system takes as they are (over 200 bytes, or with
 * characters that `node_id` refuses anyway) are shortened and get `~` and a hash, so different ids never share a folder.
 */
export function folderName(id: string): string {
  const name = safeName(id);
  const bare = name.replace(/\++$/, '');
  return RESERVED_NAMES.has(bare) || NUMBERED.test(bare) ? `${name}+` : name;
}

/** Like `folderName`, for folders that hold nothing but ids (`branches/`, `children/`, `feedback/`, `iteration_N/`). */
export function safeName(id: string): string {
  if (id === '' || id.search(UNSAFE) >= 0 || MANGLED.test(id) || Buffer.byteLength(id) > LONGEST_BYTES) return mangled(id);
  return id.startsWith('.') ? `${id}+` : id;
}

function mangled(id: string): string {
  let head = '';
  let bytes = 0;
  for (const character of id.slice(0, LONGEST_BYTES).replace(UNSAFE, '_').replace(/^\./, '_')) {
    bytes += Buffer.byteLength(character);
    if (bytes > LONGEST_BYTES - 80) break;
    head += character;
  }
  // Hashing UTF-16 keeps ids with lone surrogates apart.
  return `${head}~${createHash('sha256').update(id, 'utf16le').digest('hex').slice(0, 16)}`;
}
