// Counts the lines that parse() reads wrongly: {"open": n}.

import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';

const { parse } = await import(pathToFileURL('.attractor/supervisor/parse.mjs').href);
const lines = JSON.parse(readFileSync('examples/supervisor/lines.json', 'utf8'));
const open = lines.filter(([line, expected]) => !isDeepStrictEqual(parse(line), expected)).length;
console.log(JSON.stringify({ open }));
