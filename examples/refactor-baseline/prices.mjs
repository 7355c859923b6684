import { pathToFileURL } from 'node:url';

// Every weight on both sides of every limit, at home and abroad.
const { postage } = await import(pathToFileURL(process.argv[2]).href);
for (const grams of [1, 20, 21, 50, 51, 500, 501, 2000])
  for (const abroad of [false, true]) console.log(`${grams} g${abroad ? ' abroad' : ''}: ${postage(grams, abroad)}`);
