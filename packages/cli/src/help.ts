import type { Command, CommandEntry, CommandGroup, Flag } from './command.ts';
import type { Style } from './terminal/style.ts';

const indent = '  ';

export function topHelp(entries: readonly (CommandEntry | CommandGroup)[], style: Style): string {
  const width = Math.max(...entries.map((entry) => entry.name.length));
  return [
    'Run pipelines written as Graphviz DOT.',
    '',
    style.bold('Usage'),
    `${indent}attractor COMMAND [options]`,
    '',
    style.bold('Commands'),
    ...entries.map((entry) => `${indent}${style.cyan(entry.name.padEnd(width))}  ${entry.summary}`),
    '',
    style.bold('Options'),
    `${indent}-h, --help     Show help; with a command, the help of that command`,
    `${indent}-V, --version  Show the version`,
    '',
    style.bold('Examples'),
    `${indent}attractor run pipeline.dot --simulate`,
    `${indent}attractor status latest`,
    '',
    'RUN is a run directory, a run id, a unique beginning of one, or `latest`.',
  ].join('\n');
}

/** The help of a group: its commands. */
export function groupHelp(group: CommandGroup, entries: readonly CommandEntry[], style: Style): string {
  const width = Math.max(...entries.map((entry) => entry.name.length));
  return [
    `${group.summary}.`,
    '',
    style.bold('Usage'),
    `${indent}attractor ${group.name} COMMAND [options]`,
    '',
    style.bold('Commands'),
    ...entries.map((entry) => `${indent}${style.cyan(entry.name.padEnd(width))}  ${entry.summary}`),
    '',
    `\`attractor ${entries[0]?.name ?? group.name} --help\` shows the options of one.`,
  ].join('\n');
}

function commandUsage(name: string, command: Command): string {
  const parts = command.positionals.map((positional) => {
    const text = positional.many === true ? `${positional.name}..` : positional.name;
    return positional.required ? text : `[${text}]`;
  });
  return ['attractor', name, ...parts, '[options]'].join(' ');
}

/** The help of one command: every option with its default, and examples (files.md 5). */
export function commandHelp(entry: CommandEntry, command: Command, style: Style, columns: number): string {
  const flags: (readonly [string, string, string])[] = Object.entries(command.flags).map(([name, flag]) => [
    flagTitle(name, flag),
    flag.describe,
    defaultOf(flag),
  ]);
  flags.push(['-h, --help', 'Show this help', 'off']);
  const rows = [...command.positionals.map((positional) => [positional.name, positional.describe, ''] as const), ...flags];
  const left = Math.min(30, Math.max(...rows.map(([title]) => title.length)));
  const width = Math.max(40, Math.min(columns, 120));
  const block = (items: readonly (readonly [string, string, string])[]): string[] =>
    items.flatMap(([title, describe, fallback]) =>
      item(title, fallback === '' ? describe : `${describe} [default: ${fallback}]`, left, width, style),
    );
  const lines = [`${entry.summary}.`, '', style.bold('Usage'), `${indent}${commandUsage(entry.name, command)}`, ''];
  if (command.positionals.length > 0) lines.push(style.bold('Arguments'), ...block(rows.slice(0, command.positionals.length)), '');
  lines.push(style.bold('Options'), ...block(flags), '');
  for (const note of command.notes ?? []) lines.push(...wrap(note, width), '');
  lines.push(style.bold('Examples'));
  for (const [example, explanation] of command.examples) lines.push(`${indent}${example}`, `${indent}${indent}${style.dim(explanation)}`);
  return lines.join('\n');
}

function flagTitle(name: string, flag: Flag): string {
  const short = flag.alias === undefined ? '    ' : `-${flag.alias}, `;
  return `${short}--${name}${flag.kind === 'text' ? ` ${flag.value}` : ''}`;
}

function defaultOf(flag: Flag): string {
  return flag.kind === 'switch' ? 'off' : flag.fallback;
}

function item(title: string, text: string, left: number, width: number, style: Style): string[] {
  const body = wrap(text, Math.max(20, width - left - 4));
  const gap = ' '.repeat(left + 4);
  if (title.length > left) return [`${indent}${style.cyan(title)}`, ...body.map((line) => gap + line)];
  return body.map((line, i) => (i === 0 ? `${indent}${style.cyan(title.padEnd(left))}${indent}${line}` : gap + line));
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  lines.push(line);
  return lines;
}
