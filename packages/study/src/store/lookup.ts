import { statSync } from 'node:fs';
import { type JsonObject, readJsonLines } from '@attractor/engine';
import { inputKey, inputProblem, isObject } from './row.ts';

/** A finished table in place of an oracle (ES-02): JSON lines with `input` and `output`. */
export interface LookupTable {
  readonly size: number;
  output(input: JsonObject): JsonObject | undefined;
}

/** Reads a table; a text says why it is none. Of equal inputs the first counts. */
export function readLookup(path: string): LookupTable | string {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return `there is no file ${path}`;
  const damaged: string[] = [];
  const outputs = new Map<string, JsonObject>();
  const { lines, torn } = readJsonLines(path, (line, reason) => damaged.push(`line ${line}: ${reason}`));
  if (torn) damaged.push(`the last line has no line break: it may be cut off`);
  for (const { number, value } of lines) {
    const { input, output } = value;
    if (!isObject(input) || !isObject(output)) damaged.push(`line ${number}: it needs an object \`input\` and an object \`output\``);
    else if (inputProblem(input) !== undefined) damaged.push(`line ${number}: ${inputProblem(input)}`);
    else if (!outputs.has(inputKey(input))) outputs.set(inputKey(input), output);
  }
  const [first] = damaged;
  if (first !== undefined) return `${path}, ${first}`;
  if (outputs.size === 0) return `${path} has no rows`;
  return { size: outputs.size, output: (input) => outputs.get(inputKey(input)) };
}
