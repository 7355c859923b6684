import { readFileSync } from 'node:fs';

const config = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const missing = ['host', 'port', 'title'].filter((key) => !(key in config));
console.log(missing.length === 0 ? 'every key is there' : `missing: ${missing.join(', ')}`);
process.exitCode = missing.length === 0 ? 0 : 1;
