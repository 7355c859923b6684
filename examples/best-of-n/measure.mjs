// Fails a program that counts wrongly; else {"score": n, "winner": path}, shorter programs score higher.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const path = `.attractor/best-of-n/${process.argv[2]}.mjs`;
const { words } = await import(pathToFileURL(path).href);
const cases = [
  ['', 0],
  ['one', 1],
  ['  two  words ', 2],
  ['a\nb\tc', 3],
];
const wrong = cases.filter(([text, count]) => words(text) !== count).map(([text]) => JSON.stringify(text));
if (wrong.length > 0) {
  console.error(`counts wrongly: ${wrong.join(', ')}`);
  process.exit(1);
}
console.log(JSON.stringify({ score: 1000 - readFileSync(path, 'utf8').length, winner: path }));
