import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Bytes of project instructions that a prompt takes (companion 6.5). */
const maxBytes = 32_768;

/** The folders from the repository's root, or the working directory outside one, down to the working directory. */
function foldersDown(workingDirectory: string): string[] {
  const root = repositoryRoot(workingDirectory) ?? workingDirectory;
  const folders: string[] = [];
  for (let at = workingDirectory; ; at = dirname(at)) {
    folders.unshift(at);
    if (at === root || dirname(at) === at) return folders;
  }
}

export function repositoryRoot(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return undefined;
  }
}

/** AGENTS.md and the provider's own file, from the root down, each under its path; deeper ones come later and win (companion 6.5). */
export function projectInstructions(workingDirectory: string, ownFiles: readonly string[]): string {
  const seen = new Set<string>();
  const parts: string[] = [];
  let left = maxBytes;
  for (const folder of foldersDown(workingDirectory)) {
    for (const name of ['AGENTS.md', ...ownFiles]) {
      const path = join(folder, name);
      const file = left <= 0 ? undefined : readable(path);
      // One file under two names is common.
      if (file === undefined || seen.has(file.real)) continue;
      seen.add(file.real);
      const { bytes } = file;
      const cut = bytes.length > left ? '\n[project instructions are cut off at 32 KB]' : '';
      parts.push(`# ${relative(workingDirectory, path) || name}\n\n${bytes.subarray(0, left).toString('utf8').trim()}${cut}`);
      left -= bytes.length;
    }
  }
  return parts.join('\n\n');
}

/** Instructions that cannot be read are not there: the agent works without them. */
function readable(path: string): { readonly real: string; readonly bytes: Buffer } | undefined {
  try {
    return statSync(path).isFile() ? { real: realpathSync(path), bytes: readFileSync(path) } : undefined;
  } catch {
    return undefined;
  }
}

/** The branch that is checked out; undefined outside a repository or when no branch is. Read from files: no process is started. */
export function gitBranch(root: string): string | undefined {
  try {
    const marker = join(root, '.git');
    // A worktree's .git is a file that names the folder.
    const folder = statSync(marker).isDirectory() ? marker : (/^gitdir: (.+)$/m.exec(readFileSync(marker, 'utf8'))?.[1]?.trim() ?? marker);
    return /^ref: refs\/heads\/(.+)$/m.exec(readFileSync(join(folder, 'HEAD'), 'utf8'))?.[1]?.trim();
  } catch {
    return undefined;
  }
}
