import { readFileSync } from 'node:fs';

const lines = readFileSync(process.argv[2], 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '');
const bad = lines.filter((line) => !/^\w+ = \S+$/.test(line));
for (const line of bad) console.log(`not "key = value": ${line}`);
process.exitCode = bad.length === 0 ? 0 : 1;
