import { extname } from 'node:path';
import { dotExecutor } from './dot.ts';
import type { Executor, Host, Program } from './executor.ts';
import { notebookExecutor } from './notebook.ts';
import { onPath } from './on-path.ts';

const node = (type: string): Executor => ({
  type,
  program: (host) => ({ ok: true, path: host.node.path }),
  arguments: (file) => [file],
});

const typescript: Executor = {
  ...node('.ts'),
  program: (host) => (stripsTypes(host.node.version) ? { ok: true, path: host.node.path } : tooOld(host)),
};

const python: Executor = { type: '.py', program: (host) => onPath('python3', host), arguments: (file) => [file] };

const shell: Executor = {
  type: '.sh',
  program(host) {
    const bash = onPath('bash', host);
    return bash.ok ? bash : { ok: true, path: '/bin/sh' };
  },
  arguments: (file) => [file],
};

/** One line a type; in the order of preference when several are there: the notebook form wins (RG-13). */
const executors: readonly Executor[] = [notebookExecutor, node('.mjs'), node('.js'), typescript, python, shell, dotExecutor];

export const deliverableTypes: readonly string[] = executors.map(({ type }) => type);

export function executorOf(file: string): Executor | undefined {
  return executors.find(({ type }) => type === extname(file).toLowerCase());
}

/** What keeps a deliverable from being executed here, for a warning at the start and the gate's message at the end (C10). */
export function executionProblem(file: string, host: Host): string | undefined {
  const executor = executorOf(file);
  if (executor === undefined) return `${file} is of no type that can be executed: ${deliverableTypes.join(', ')}`;
  const program = executor.program(host);
  return program.ok ? undefined : `${file} cannot be executed: ${program.problem}`;
}

/** Node strips types by itself from 22.18, 23.6 and 24 on. */
export function stripsTypes(version: string): boolean {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  return major >= 24 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18);
}

function tooOld({ node: { version } }: Host): Program {
  return {
    ok: false,
    problem: `a .ts file needs Node 22.18 or later, which strips types itself; this is Node ${version.replace(/^v/, '')}`,
  };
}
