import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { PriceTable } from '@attractor/llm';
import { UserError } from '../command.ts';
import { readInputText } from '../sources/read-input.ts';
import { nameFrom } from '../sources/read-source.ts';
import type { Io } from '../terminal/io.ts';
import { readFailure } from './parameters.ts';

/** A user's prices lie here, or in the file that the variable names. */
const projectFile = join('.attractor', 'prices.json');
const variable = 'ATTRACTOR_PRICES';

/** The shipped prices with the user's laid over them (backends.md 4). A file that cannot be used is refused with all that is wrong in it. */
export async function readPrices(io: Io): Promise<PriceTable> {
  const { mergePrices, readPriceTable, shippedPrices } = await import('@attractor/llm');
  const named = io.environment[variable]?.trim();
  const path = resolve(io.cwd, named === undefined || named === '' ? projectFile : named);
  if (!existsSync(path) && !named) return shippedPrices();
  const name = nameFrom(path, io.cwd);
  let text: string;
  try {
    text = readInputText(path);
  } catch (error) {
    throw new UserError(`cannot read the prices ${name}${named ? ` (${variable})` : ''}: ${readFailure(error)}`);
  }
  const reading = readPriceTable(text);
  if (reading.ok) return mergePrices(shippedPrices(), reading.table);
  throw new UserError(`the prices ${name} cannot be used:\n${reading.problems.map((problem) => `  ${problem}`).join('\n')}`);
}
