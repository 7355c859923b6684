import type { Command, CommandNode } from 'unbash';
import { staticText } from '../../shell/static-text.ts';
import { baseName } from './layers.ts';

/** The words of a command in which nothing is expanded; undefined for the others. */
export function wordTexts(command: Command): (string | undefined)[] {
  return [command.name, ...command.args].map((word) => (word?.type === 'Word' ? staticText(word) : undefined));
}

/** The program that a command runs, without its folder and behind `sudo`, `env X=1`, `timeout 5` and the like; undefined when it is not fixed. */
export function programOf(command: CommandNode): { readonly name: string; readonly args: readonly (string | undefined)[] } | undefined {
  const simple = command.type === 'Redirected' ? undefined : command;
  if (simple?.type !== 'Command') return undefined;
  let words = wordTexts(simple);
  for (let rounds = 0; rounds < 8; rounds++) {
    const [first] = words;
    if (first === undefined) return undefined;
    const name = baseName(first);
    if (!wrappers.has(name)) return { name, args: words.slice(1) };
    words = words.slice(1);
    // Options of the wrapper, assignments, and the one number or duration that some take.
    while (words[0] !== undefined && (/^-|^[A-Za-z_][A-Za-z0-9_]*=/.test(words[0]) || /^[0-9.]+[smhd]?$/.test(words[0])))
      words = words.slice(1);
  }
  return undefined;
}

const wrappers: ReadonlySet<string> = new Set([
  'sudo',
  'env',
  'timeout',
  'nice',
  'ionice',
  'nohup',
  'stdbuf',
  'command',
  'time',
  'builtin',
  'unbuffer',
]);

/** Short options of a command, each letter once: `-eu -o pipefail` gives `e`, `u`, `o`. */
export function hasOption(args: readonly (string | undefined)[], letters: string, ...long: readonly string[]): boolean {
  return args.some((text) => {
    if (text === undefined) return false;
    if (text.startsWith('--')) return long.some((option) => text === `--${option}` || text.startsWith(`--${option}=`));
    return text.startsWith('-') && [...letters].some((letter) => text.includes(letter, 1));
  });
}
