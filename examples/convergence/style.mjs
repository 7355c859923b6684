import { readFileSync } from 'node:fs';

const lines = readFileSync('.attractor/convergence/slug.mjs', 'utf8').split('\n');
const findings = [];
lines.forEach((line, index) => {
  if (line.length > 100) findings.push(`line ${index + 1} has ${line.length} characters, at most 100`);
  if (/\bvar\b/.test(line)) findings.push(`line ${index + 1} uses var`);
});
if (!lines.some((line) => line.startsWith('/**'))) findings.push('slug() has no comment that says what it does');
for (const finding of findings) console.log(finding);
console.log(`${findings.length} findings`);
process.exitCode = findings.length === 0 ? 0 : 1;
