import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const folder = '.attractor/test-generation';
const program = readFileSync('examples/test-generation/leap.mjs', 'utf8');
const mutants = [
  ['century years are leap years', '(year % 100 !== 0 || year % 400 === 0)', 'true'],
  ['years that 400 divides are not', ' || year % 400 === 0', ''],
  ['every second year is one', 'year % 4 === 0', 'year % 2 === 0'],
  ['no year is one', 'return ', 'return false && '],
];
const missed = mutants.filter(([, from, to], index) => {
  const place = `${folder}/mutant-${index}`;
  mkdirSync(place, { recursive: true });
  writeFileSync(`${place}/leap.mjs`, program.replace(from, to));
  copyFileSync(`${folder}/leap.test.mjs`, `${place}/leap.test.mjs`);
  const { status } = spawnSync(process.execPath, [`${place}/leap.test.mjs`]);
  rmSync(place, { recursive: true });
  return status === 0;
});
for (const [what] of missed) console.log(`not noticed: ${what}`);
console.log(`${mutants.length - missed.length} of ${mutants.length} broken copies are noticed`);
process.exitCode = missed.length === 0 ? 0 : 1;
