import { discounted, total } from './prices.mjs';

const checks = [
  ['total([100, 250, 50])', total([100, 250, 50]), 400],
  ['total([])', total([]), 0],
  ['discounted(1000, 20)', discounted(1000, 20), 800],
  ['discounted(999, 50)', discounted(999, 50), 500],
];

const failures = checks.filter(([, actual, expected]) => actual !== expected);
for (const [what, actual, expected] of failures) console.log(`${what} is ${actual}, expected ${expected}`);
console.log(`${failures.length} of ${checks.length} checks fail`);
process.exitCode = failures.length === 0 ? 0 : 1;
