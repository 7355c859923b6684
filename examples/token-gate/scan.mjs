import { existsSync, readFileSync } from 'node:fs';

const file = process.argv[2];
if (!existsSync(file)) {
  console.error(`${file} does not exist`);
  process.exit(2);
}
const lines = readFileSync(file, 'utf8').split('\n');
const found = lines.map((line, index) => [line, index + 1]).filter(([line]) => /^password\s*=\s*[^\s$]/.test(line));
for (const [, number] of found) console.log(`${file}:${number}: a password in clear text`);
console.log(found.length === 0 ? 'CLEAN' : 'FINDINGS');
