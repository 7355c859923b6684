import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const folder = '.attractor/refactor-baseline';
const prices = (file) => execFileSync(process.execPath, ['examples/refactor-baseline/prices.mjs', file], { encoding: 'utf8' });
const before = prices('examples/refactor-baseline/postage.mjs');
if (readFileSync(`${folder}/baseline.txt`, 'utf8') !== before) {
  console.log('baseline.txt is not what the original gives: somebody has changed it');
  process.exit(1);
}
const after = prices(`${folder}/postage.mjs`).split('\n');
const different = before
  .split('\n')
  .map((line, index) => [line, after[index]])
  .filter(([old, now]) => old !== now);
for (const [old, now] of different) console.log(`was "${old}", is "${now}"`);
console.log(`${different.length} prices differ`);
process.exitCode = different.length === 0 ? 0 : 1;
