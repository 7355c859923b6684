// Ends this process by a real SIGKILL at a chosen write, from outside the engine: Node's own file functions are wrapped.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** @type {{ of: 'journal' | 'any', call: number, when: 'before' | 'torn' | 'after' } | undefined} */
let plan;
let count = 0;
/** Paths of the descriptors that are open for writing. */
const paths = new Map();

/** Arms the next kill: at the `call`-th write (from 1) to a journal, or to anything. */
export function killAt(next) {
  plan = next;
  count = 0;
}

/** Writes since `killAt`. */
export function writes() {
  return count;
}

const die = () => process.kill(process.pid, 'SIGKILL');

function counted(isJournal) {
  if (plan === undefined || (plan.of === 'journal' && !isJournal)) return undefined;
  count++;
  return count === plan.call ? plan.when : undefined;
}

function wrap(name, isWrite = () => true) {
  const original = fs[name];
  fs[name] = (...args) => {
    const when = isWrite(...args) ? counted(false) : undefined;
    if (when === 'before' || when === 'torn') die();
    const result = original(...args);
    if (when === 'after') die();
    return result;
  };
}

const { openSync, writeSync } = fs;
const writing = fs.constants.O_WRONLY | fs.constants.O_RDWR;
fs.openSync = (path, flags, ...rest) => {
  const descriptor = openSync(path, flags, ...rest);
  if (typeof flags === 'number' && (flags & writing) !== 0) paths.set(descriptor, String(path));
  else paths.delete(descriptor);
  return descriptor;
};
fs.writeSync = (descriptor, bytes, offset = 0, length = bytes.length - offset, ...rest) => {
  const path = paths.get(descriptor);
  const when = path === undefined ? undefined : counted(path.endsWith('/journal.jsonl'));
  if (when === 'before') die();
  if (when === 'torn') {
    writeSync(descriptor, bytes, offset, Math.ceil(length / 2), ...rest);
    die();
  }
  const written = writeSync(descriptor, bytes, offset, length, ...rest);
  if (when === 'after') die();
  return written;
};
for (const name of ['mkdirSync', 'renameSync', 'linkSync', 'unlinkSync', 'rmSync', 'ftruncateSync']) wrap(name);
syncBuiltinESMExports();
