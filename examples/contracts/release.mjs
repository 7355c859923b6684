import { mkdirSync, readFileSync, rmSync } from 'node:fs';

rmSync('.attractor/contracts', { recursive: true, force: true });
mkdirSync('.attractor/contracts', { recursive: true });
const [title, ...lines] = readFileSync('examples/contracts/changelog.md', 'utf8').trim().split('\n');
const changes = lines.filter((line) => line.startsWith('- ')).length;
console.log(JSON.stringify({ version: title.replace('# ', ''), changes }));
