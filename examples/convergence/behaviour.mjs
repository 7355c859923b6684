import { pathToFileURL } from 'node:url';

const { slug } = await import(pathToFileURL('.attractor/convergence/slug.mjs').href);
const cases = [
  ['Hello World', 'hello-world'],
  ['  Two   spaces ', 'two-spaces'],
  ['Crème brûlée!', 'creme-brulee'],
  ['---', ''],
];
const wrong = cases.filter(([title, expected]) => slug(title) !== expected);
for (const [title, expected] of wrong)
  console.log(`slug(${JSON.stringify(title)}) is ${JSON.stringify(slug(title))}, expected ${JSON.stringify(expected)}`);
console.log(`${wrong.length} of ${cases.length} cases fail`);
process.exitCode = wrong.length === 0 ? 0 : 1;
