import type { Command } from 'unbash';
import { baseName, type CodeLayer } from './layers.ts';
import { wordTexts } from './words.ts';

/** Options that decide what a failure inside a command means. A subshell has a copy. */
export interface ShellOptions {
  pipefail: boolean;
  errexit: boolean;
}

/** The options a layer starts with: those of the shell around it for `eval`, else what its own shell was started with. */
export function initialOptions(layer: CodeLayer, outer: ShellOptions | undefined): ShellOptions {
  if (layer.shared && outer !== undefined) return outer;
  const options = { pipefail: false, errexit: false };
  readSet(options, layer.options);
  return options;
}

/** Applies `set`, `shopt` and `setopt`; other commands change nothing. */
export function applyOptions(options: ShellOptions, command: Command): void {
  const [name, ...args] = wordTexts(command).map((text) => text ?? '');
  switch (name) {
    case 'set':
      return readSet(options, args);
    case 'shopt':
      if (args.some((text) => /^-[a-z]*s/.test(text)) && args.includes('pipefail')) options.pipefail = true;
      return;
    case 'setopt':
      if (args.some((text) => text.toLowerCase().replaceAll('_', '') === 'pipefail')) options.pipefail = true;
      return;
    default:
      return;
  }
}

/** `set -euo pipefail`, `set -o errexit -o pipefail`, `set +o pipefail`, and the same behind the name of a shell. */
function readSet(options: ShellOptions, args: readonly string[]): void {
  for (let at = 0; at < args.length; at++) {
    const text = args[at] ?? '';
    if (!/^[-+][A-Za-z]+$/.test(text)) {
      if (text === '--') return;
      continue;
    }
    const on = text.startsWith('-');
    if (text.includes('e')) options.errexit = on;
    if (!text.includes('o')) continue;
    const value = args[++at] ?? '';
    if (value === 'pipefail') options.pipefail = on;
    if (value === 'errexit') options.errexit = on;
  }
}

/** Shells that know `pipefail`; of others it is a fatal error. */
const withPipefail: ReadonlySet<string> = new Set(['bash', 'zsh', 'ksh', 'ksh93', 'mksh', 'ash', 'busybox']);
const withoutPipefail: ReadonlySet<string> = new Set(['sh', 'dash', 'posh', 'yash', 'csh', 'tcsh', 'fish']);

/** Whether a shell knows `pipefail`; undefined for one we have not heard of. */
export function knowsPipefail(shell: string): boolean | undefined {
  const name = baseName(shell.trim());
  if (withPipefail.has(name)) return true;
  return withoutPipefail.has(name) ? false : undefined;
}
