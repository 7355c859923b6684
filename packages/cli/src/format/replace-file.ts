import { randomBytes } from 'node:crypto';
import { accessSync, chmodSync, constants, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { UserError } from '../command.ts';
import { readFailure } from '../run/parameters.ts';

/**
 * Replaces the text of a file at once, so that nobody ever sees half of it. Its mode stays; a symbolic link stays one and its target is
 * replaced. A file that is not to be written is a `UserError` of exit code 1.
 */
export function replaceFile(path: string, name: string, text: string): void {
  let temporary: string | undefined;
  try {
    const target = realpathSync(path);
    accessSync(target, constants.W_OK);
    const mode = statSync(target).mode & 0o7777;
    temporary = `${target}.${randomBytes(6).toString('hex')}.tmp`;
    writeFileSync(temporary, text, { flag: 'wx', mode });
    chmodSync(temporary, mode);
    renameSync(temporary, target);
  } catch (error) {
    if (temporary !== undefined) rmSync(temporary, { force: true });
    throw new UserError(`cannot write ${name}: ${readFailure(error)}`, 1);
  }
}
