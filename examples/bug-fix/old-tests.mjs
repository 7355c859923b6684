import { duration } from './duration.mjs';

const failures = [];
const expect = (what, actual, expected) => {
  if (actual !== expected) failures.push(`${what} is ${actual}, expected ${expected}`);
};
expect('duration("45m")', duration('45m'), 45);
expect('duration("2h")', duration('2h'), 120);
let refused = false;
try {
  duration('soon');
} catch {
  refused = true;
}
expect('duration("soon") is refused:', refused, true);
for (const failure of failures) console.log(failure);
console.log(`${failures.length} of 3 old tests fail`);
process.exitCode = failures.length === 0 ? 0 : 1;
