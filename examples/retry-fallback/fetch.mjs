import { existsSync, readFileSync, writeFileSync } from 'node:fs';

// Stands for a download. `primary` is always overloaded, `mirror` only the first time it is asked.
const source = process.argv[2];
const counter = `.attractor/retry-fallback/${source}.calls`;
const calls = 1 + (existsSync(counter) ? Number(readFileSync(counter, 'utf8')) : 0);
writeFileSync(counter, String(calls));

if (source === 'primary' || calls === 1) {
  console.error(`${source} is overloaded (call ${calls})`);
  process.exit(75);
}
writeFileSync('.attractor/retry-fallback/rates.json', JSON.stringify({ source, EUR: 1, USD: 1.08, CHF: 0.94 }));
console.log(`rates from ${source}`);
