import { createHash } from 'node:crypto';
import type { JsonObject } from '@attractor/engine';
import type { ToolOutput } from '../tools/tool.ts';

/** How often the same call with the same result is a reason to warn the model, and to give up (backends.md 4). */
export const warnAt = 3;
export const stopAt = 6;

/** Calls that are looked back on: enough for six rounds of a cycle of several calls, and a long session may read a file now and then. */
const window = 30;

export interface Repetition {
  readonly tool: string;
  readonly count: number;
}

/** Counts how often a call with this result has come among the last ones. */
export function repetitionCounter(): (name: string, input: JsonObject, output: ToolOutput) => Repetition {
  const recent: string[] = [];
  return (name, input, output) => {
    const key = createHash('sha256')
      .update(JSON.stringify([name, sorted(input), output.isError, output.text]))
      .digest('base64');
    recent.push(key);
    if (recent.length > window) recent.shift();
    return { tool: name, count: recent.filter((item) => item === key).length };
  };
}

/** The order in which a model writes arguments does not matter. */
function sorted(input: JsonObject): [string, unknown][] {
  return Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1));
}
