import { readFileSync } from 'node:fs';

const changelog = readFileSync('.attractor/linear/CHANGELOG.md', 'utf8').toLowerCase();
const commits = JSON.parse(readFileSync('examples/linear/commits.json', 'utf8'));
const expected = commits.filter(({ kind }) => kind !== 'chore').map(({ subject }) => subject.toLowerCase());
const missing = expected.filter((subject) => !changelog.includes(subject));
for (const subject of missing) console.log(`not in the changelog: ${subject}`);
console.log(`${expected.length - missing.length} of ${expected.length} changes are in the changelog`);
process.exitCode = missing.length === 0 ? 0 : 1;
