import { accessSync, constants, statSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** The shell of a command (engine.md 10): the attribute `shell`, else bash when it is on the PATH, else /bin/sh. */
export function shellOf(wanted: string | undefined, environment: Environment): string {
  if (wanted !== undefined && wanted !== '') return wanted;
  return onPath('bash', environment) ? 'bash' : '/bin/sh';
}

/** The grammar a command is rewritten for. */
export function dialectOf(shell: string): 'bash' | 'sh' {
  return ['bash', 'zsh', 'ksh', 'mksh'].includes(basename(shell)) ? 'bash' : 'sh';
}

function onPath(name: string, environment: Environment): boolean {
  return (environment['PATH'] ?? '').split(delimiter).some((folder) => folder !== '' && isExecutable(join(folder, name)));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
