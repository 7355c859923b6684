// Every number of the note must stand in the translation. Prints its length as JSON, or says what is missing and exits with 1.
import { readFileSync } from 'node:fs';

const language = process.argv[2];
const numbers = (text) => text.match(/\d+(?:[.,]\d+)?/g)?.map((number) => number.replace(',', '.')) ?? [];
const note = readFileSync('examples/sub-pipelines/note.txt', 'utf8');
const translation = readFileSync(`.attractor/sub-pipelines/${language}.txt`, 'utf8');
const missing = numbers(note).filter((number) => !numbers(translation).includes(number));
if (missing.length > 0) {
  console.error(`missing in the translation: ${missing.join(', ')}`);
  process.exit(1);
}
console.log(JSON.stringify({ [`${language}_words`]: translation.trim().split(/\s+/).length }));
