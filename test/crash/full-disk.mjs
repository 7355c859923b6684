// Preloaded into the command: the disk is full once ATTRACTOR_TEST_DISK bytes were written to files by name.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

let left = Number(process.env.ATTRACTOR_TEST_DISK);
const names = new Set();
const { openSync, writeSync } = fs;
fs.openSync = (path, flags, ...rest) => {
  const descriptor = openSync(path, flags, ...rest);
  if (typeof flags === 'number') names.add(descriptor);
  return descriptor;
};
fs.writeSync = (descriptor, bytes, offset = 0, length = bytes.length - offset, ...rest) => {
  if (!names.has(descriptor)) return writeSync(descriptor, bytes, offset, length, ...rest);
  if (left <= 0) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
  const written = writeSync(descriptor, bytes, offset, Math.min(length, left), ...rest);
  left -= written;
  return written;
};
syncBuiltinESMExports();
