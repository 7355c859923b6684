import { readFileSync } from 'node:fs';

// What readers of a changelog care about: features and fixes.
const commits = JSON.parse(readFileSync('examples/linear/commits.json', 'utf8'));
for (const { kind, subject } of commits) if (kind !== 'chore') console.log(`${kind}: ${subject}`);
