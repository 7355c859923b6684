import { readFileSync } from 'node:fs';

const lines = readFileSync(process.argv[2], 'utf8').split('\n');
const files = lines.filter((line) => line.startsWith('+++ ')).map((line) => line.slice(6));
console.log(
  JSON.stringify({
    lines: lines.filter((line) => /^[+-](?![+-]{2})/.test(line)).length,
    files: files.length,
    sensitive: files.some((file) => file.includes('/auth/')),
  }),
);
