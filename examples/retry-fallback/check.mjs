import { readFileSync } from 'node:fs';

const rates = JSON.parse(readFileSync('.attractor/retry-fallback/rates.json', 'utf8'));
const bad = ['EUR', 'USD', 'CHF'].filter((name) => !(rates[name] > 0));
console.log(bad.length === 0 ? `rates from ${rates.source} are complete` : `no rate for ${bad.join(', ')}`);
process.exitCode = bad.length === 0 ? 0 : 1;
