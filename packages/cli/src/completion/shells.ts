import type { Completes, Flag } from '../command.ts';

/** What a completion script knows of one command. */
export interface CompletionEntry {
  readonly name: string;
  readonly summary: string;
  /** The second words of a group, which come before everything else. */
  readonly words?: readonly string[];
  /** Those of all its commands, for a group. */
  readonly flags: Readonly<Record<string, Flag>>;
  readonly positional: Completes;
}

/** A shell and how its script is made; a new shell is one line in `shells`. */
export type ShellScript = (entries: readonly CompletionEntry[]) => string;

const header = (shell: string): string => `# ${shell} completion for attractor; made by \`attractor completion ${shell}\`.`;
// Run ids are asked for when Tab is pressed; `runs --ids` prints one a line.
const runIds = 'attractor runs --ids 2>/dev/null';

const bash: ShellScript = (entries) => `${header('bash')}
_attractor() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]}
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${entries.map((entry) => entry.name).join(' ')} --help --version" -- "$cur"))
    return
  fi
  case "$command $prev" in
${entries.flatMap((entry) => valueFlags(entry).map(([flag, spec]) => `    "${entry.name} --${flag}") ${bashValues(spec.completes, spec.choices)} return ;;`)).join('\n')}
  esac
  case "$command" in
${entries
  .map(
    (entry) => `    ${entry.name})
      ${entry.words === undefined ? '' : `if [ "$COMP_CWORD" -eq 2 ]; then COMPREPLY=($(compgen -W "${entry.words.join(' ')} --help" -- "$cur")); return; fi\n      `}if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W "${flagWords(entry)}" -- "$cur")); else ${bashValues(entry.positional, undefined)} fi ;;`,
  )
  .join('\n')}
  esac
}
complete -o filenames -F _attractor attractor
`;

function bashValues(completes: Completes | undefined, choices: readonly string[] | undefined): string {
  if (choices !== undefined) return `COMPREPLY=($(compgen -W "${choices.join(' ')}" -- "$cur"));`;
  switch (completes) {
    case 'file':
      return 'COMPREPLY=($(compgen -f -- "$cur"));';
    case 'directory':
      return 'COMPREPLY=($(compgen -d -- "$cur"));';
    case 'run':
      return `COMPREPLY=($(compgen -W "latest $(${runIds})" -- "$cur"));`;
    case 'shell':
      return 'COMPREPLY=($(compgen -W "bash zsh fish" -- "$cur"));';
    case 'nothing':
    case undefined:
      return ':;';
  }
}

const zsh: ShellScript = (entries) => `#compdef attractor
${header('zsh')}
_attractor_runs() { compadd latest \${(f)"$(${runIds})"} }
_attractor() {
  local -a commands
  commands=(
${entries.map((entry) => `    ${zshQuote(`${entry.name}:${entry.summary}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  case $words[2] in
${entries
  .map(
    (entry) => `    ${entry.name})
      shift words; (( CURRENT-- ))
      _arguments ${[...(entry.words === undefined ? [] : [zshQuote(`1:command:(${entry.words.join(' ')})`)]), ...Object.entries(entry.flags).map(([flag, spec]) => zshFlag(flag, spec)), "'--help[show help]'", `'*:${entry.positional}:${zshValues(entry.positional)}'`].join(' \\\n        ')} ;;`,
  )
  .join('\n')}
  esac
}
if [ "$funcstack[1]" = _attractor ]; then _attractor "$@"; else compdef _attractor attractor; fi
`;

function zshFlag(flag: string, spec: Flag): string {
  const text = spec.describe.replaceAll(/[[\]:]/g, ' ');
  if (spec.kind === 'switch') return zshQuote(`--${flag}[${text}]`);
  const values = spec.choices === undefined ? zshValues(spec.completes ?? 'nothing') : `(${spec.choices.join(' ')})`;
  return zshQuote(`${spec.repeatable === true ? '*' : ''}--${flag}=[${text}]:${spec.value.replaceAll(':', ' ')}:${values}`);
}

function zshValues(completes: Completes): string {
  return { file: '_files', directory: '_files -/', run: '_attractor_runs', shell: '(bash zsh fish)', nothing: ' ' }[completes];
}

function zshQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

const fish: ShellScript = (entries) => `${header('fish')}
complete -c attractor -f
${entries.map((entry) => `complete -c attractor -n __fish_use_subcommand -a ${entry.name} -d ${fishQuote(entry.summary)}`).join('\n')}
${entries
  .flatMap((entry) => {
    const when = `complete -c attractor -n '__fish_seen_subcommand_from ${entry.name}'`;
    const words = entry.words?.join(' ');
    return [
      ...(words === undefined
        ? []
        : [
            `complete -c attractor -n '__fish_seen_subcommand_from ${entry.name}; and not __fish_seen_subcommand_from ${words}' -a '${words}'`,
          ]),
      ...Object.entries(entry.flags).map(([flag, spec]) => {
        const short = spec.alias === undefined ? '' : ` -s ${spec.alias}`;
        return `${when} -l ${flag}${short}${fishValues(spec)} -d ${fishQuote(spec.describe)}`;
      }),
      ...(entry.positional === 'nothing' ? [] : [`${when}${fishArguments(entry.positional)}`]),
    ];
  })
  .join('\n')}
`;

function fishValues(spec: Flag): string {
  if (spec.kind === 'switch') return '';
  if (spec.choices !== undefined) return ` -x -a '${spec.choices.join(' ')}'`;
  return spec.completes === undefined || spec.completes === 'nothing' ? ' -x' : ` -r${fishArguments(spec.completes)}`;
}

function fishArguments(completes: Completes): string {
  return {
    file: ' -F',
    directory: " -x -a '(__fish_complete_directories)'",
    run: ` -a 'latest (${runIds})'`,
    shell: " -a 'bash zsh fish'",
    nothing: '',
  }[completes];
}

function fishQuote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

function flagWords(entry: CompletionEntry): string {
  return [...Object.keys(entry.flags), 'help'].map((flag) => `--${flag}`).join(' ');
}

function valueFlags(entry: CompletionEntry): [string, Extract<Flag, { kind: 'text' }>][] {
  return Object.entries(entry.flags).flatMap(([flag, spec]) => (spec.kind === 'text' ? [[flag, spec]] : []));
}

export const shells: Readonly<Record<string, ShellScript>> = { bash, zsh, fish };
