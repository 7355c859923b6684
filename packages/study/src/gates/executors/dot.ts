import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Executor } from './executor.ts';
import { onPath } from './on-path.ts';

const folder = 'pipeline-run';

/** Runs a pipeline without models: its commands do the work, in a run directory of the sandbox (D9). */
export const dotExecutor: Executor = {
  type: '.dot',
  program(host) {
    const [path, ...before] = host.attractor ?? [];
    return path === undefined ? onPath('attractor', host) : { ok: true, path, before };
  },
  arguments: (file, sandbox) => [
    'run',
    file,
    '--simulate',
    '--on-human-gate',
    'auto-approve',
    '--quiet',
    '--logs-root',
    join(sandbox, folder),
  ],
  printed: (sandbox) => outputsBelow(join(sandbox, folder)),
};

/** What the commands printed, in the order of their ends. */
function outputsBelow(root: string): string {
  const found = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /(?:^|[/\\])output\.txt$/.test(name));
  const files = found.map((name) => ({ path: join(root, name), ended: statSync(join(root, name)).mtimeMs }));
  return files
    .sort((a, b) => a.ended - b.ended)
    .map(({ path }) => readFileSync(path, 'utf8'))
    .join('\n');
}
