import type { Args, Command, Flag } from './command.ts';
import { UserError } from './command.ts';
import { suggest } from './suggest.ts';

/** Reads a command's arguments by its table. Every mistake is a `UserError` that names it. */
export async function parseArgs(name: string, command: Command, argv: readonly string[]): Promise<Args> {
  checkWords(name, command, argv);
  const { default: yargs } = await import('yargs');
  const parser = yargs([])
    .help(false)
    .version(false)
    .exitProcess(false)
    .parserConfiguration({
      'camel-case-expansion': false,
      'dot-notation': false,
      'boolean-negation': false,
      'greedy-arrays': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'short-option-groups': false,
      'strip-aliased': true,
    })
    .fail((message: string | null, error: Error | undefined) => {
      throw new UserError(`${name}: ${translate(message ?? error?.message ?? 'cannot read the arguments')}${seeHelp(name)}`);
    });
  for (const [flag, spec] of Object.entries(command.flags)) {
    const alias = spec.alias === undefined ? {} : { alias: spec.alias };
    if (spec.kind === 'switch') parser.option(flag, { type: 'boolean', ...alias });
    else parser.option(flag, { type: 'string', array: spec.repeatable === true, nargs: 1, requiresArg: true, ...alias });
  }
  const parsed: Record<string, unknown> = { ...(await parser.parseAsync([...argv])) };
  const positionals = toTexts(parsed['_']);
  delete parsed['_'];
  delete parsed['$0'];
  const values = new Map<string, boolean | readonly string[]>();
  for (const [key, value] of Object.entries(parsed)) {
    const spec = command.flags[key];
    if (spec === undefined) throw unknownFlag(name, command, key);
    if (value === undefined) continue;
    if (spec.kind === 'switch') values.set(key, readSwitch(name, key, value));
    else values.set(key, checkTexts(name, key, toTexts(value), spec));
  }
  checkPositionals(name, command, positionals);
  return {
    on: (flag) => values.get(flag) === true,
    text: (flag) => listOf(values.get(flag))[0],
    list: (flag) => listOf(values.get(flag)),
    positionals,
  };
}

/**
 * What the parser would not report: it takes names of `Object.prototype` (`--constructor`) for options of its own, and reads any
 * word after `--json=` as false.
 */
function checkWords(name: string, command: Command, argv: readonly string[]): void {
  let isValue = false;
  for (const word of argv) {
    if (word === '--') return;
    const match: RegExpExecArray | null = isValue ? null : /^--([^=]+)(=.*)?$/s.exec(word);
    isValue = false;
    if (match === null) continue;
    const key: string = match[1] ?? '';
    const spec: Flag | undefined = Object.hasOwn(command.flags, key) ? command.flags[key] : undefined;
    if (spec === undefined && key in Object.prototype) throw unknownFlag(name, command, key);
    if (spec?.kind === 'switch' && match[2] !== undefined) throw new UserError(`${name}: --${key} takes no value${seeHelp(name)}`);
    isValue = spec?.kind === 'text' && match[2] === undefined;
  }
}

function listOf(value: boolean | readonly string[] | undefined): readonly string[] {
  return typeof value === 'object' ? value : [];
}

function toTexts(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map(String);
}

function seeHelp(name: string): string {
  return `\nSee \`attractor ${name} --help\`.`;
}

function translate(message: string): string {
  const missing = /^Not enough arguments following: (.+)$/.exec(message);
  return missing === null ? message : `--${missing[1]} needs a value`;
}

function unknownFlag(name: string, command: Command, key: string): UserError {
  const near = suggest(key, [...Object.keys(command.flags), 'help']);
  const dashes = key.length === 1 ? '-' : '--';
  return new UserError(`${name}: unknown option ${dashes}${key}${near === undefined ? '' : `; did you mean --${near}?`}${seeHelp(name)}`);
}

function readSwitch(name: string, key: string, value: unknown): boolean {
  const last: unknown = Array.isArray(value) ? value.at(-1) : value;
  if (typeof last === 'boolean') return last;
  throw new UserError(`${name}: --${key} takes no value${seeHelp(name)}`);
}

function checkTexts(
  name: string,
  key: string,
  texts: readonly string[],
  spec: { readonly value: string; readonly choices?: readonly string[]; readonly repeatable?: true },
): readonly string[] {
  if (texts.length > 1 && spec.repeatable !== true)
    throw new UserError(`${name}: --${key} is given ${texts.length} times; give it once${seeHelp(name)}`);
  for (const text of texts) {
    // Nothing but a text can be empty; an empty folder would mean the current one.
    if (text === '' && spec.value !== 'TEXT') throw new UserError(`${name}: --${key} needs a value${seeHelp(name)}`);
    if (spec.choices === undefined || spec.choices.includes(text)) continue;
    const near = suggest(text, spec.choices);
    throw new UserError(
      `${name}: --${key} is ${spec.choices.join(', ').replace(/, ([^,]*)$/, ' or $1')}, not \`${text}\`${near === undefined ? '' : `; did you mean ${near}?`}${seeHelp(name)}`,
    );
  }
  return texts;
}

function checkPositionals(name: string, command: Command, given: readonly string[]): void {
  const missing = command.positionals.find((positional, i) => positional.required && given[i] === undefined);
  if (missing !== undefined) throw new UserError(`${name}: ${missing.name} is missing (${missing.describe})${seeHelp(name)}`);
  if (command.positionals.some((positional) => positional.many === true)) return;
  const extra = given[command.positionals.length];
  if (extra !== undefined) throw new UserError(`${name}: unexpected argument \`${extra}\`${seeHelp(name)}`);
}
