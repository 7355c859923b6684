import { accessSync, constants, statSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** The shell of a command (engine.md 10): the attribute `shell`, else bash when it is on the PATH, else /bin/sh. */
export function shellOf(wanted: string | undefined, environment: Environment): string {
  if (wanted !== undefined && wanted !== '') return wanted;
  return programOnPath('bash', environment) === undefined ? '/bin/sh' : 'bash';
}

/** The grammar a command is rewritten for. */
export function dialectOf(shell: string): 'bash' | 'sh' {
  return ['bash', 'zsh', 'ksh', 'mksh'].includes(basename(shell)) ? 'bash' : 'sh';
}

/** Path of a program on the PATH of an environment. */
export function programOnPath(name: string, environment: Environment): string | undefined {
  return (environment['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => (folder === '' ? '' : join(folder, name)))
    .find((path) => path !== '' && isProgram(path));
}

/** A file that may be executed. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
