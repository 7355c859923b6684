import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '@attractor/engine';
import { isObject } from '../../store/row.ts';
import type { Executor } from './executor.ts';
import { onPath } from './on-path.ts';

const folder = 'executed';

/** Runs a notebook by `jupyter nbconvert --execute` (C10); the executed copy holds what its cells printed. */
export const notebookExecutor: Executor = {
  type: '.ipynb',
  program: (host) => onPath('jupyter', host),
  arguments: (file, sandbox) => [
    'nbconvert',
    '--to',
    'notebook',
    '--execute',
    // The gate has its own deadline.
    '--ExecutePreprocessor.timeout=-1',
    '--output-dir',
    join(sandbox, folder),
    file,
  ],
  printed: (sandbox) => {
    const [name] = readdirSync(join(sandbox, folder)).filter((file) => file.endsWith('.ipynb'));
    return name === undefined ? '' : printedBy(readFileSync(join(sandbox, folder, name), 'utf8'));
  },
};

/** The text that the cells of a notebook printed, in their order. */
function printedBy(notebook: string): string {
  const value: unknown = JSON.parse(notebook);
  const cells = isObject(value) && Array.isArray(value['cells']) ? (value['cells'] as readonly Json[]) : [];
  const outputs = cells.flatMap((cell) => (isObject(cell) && Array.isArray(cell['outputs']) ? (cell['outputs'] as readonly Json[]) : []));
  return outputs.map((output) => (isObject(output) && output['name'] !== 'stderr' ? joined(output) : '')).join('');
}

/** A stream has `text`, a displayed value `data`; both are texts or lists of lines. */
function joined(output: { readonly [key: string]: Json }): string {
  const data = output['data'];
  const text = output['text'] ?? (isObject(data) ? data['text/plain'] : undefined);
  const whole = Array.isArray(text) ? text.join('') : typeof text === 'string' ? text : '';
  return whole === '' || whole.endsWith('\n') ? whole : `${whole}\n`;
}
