import { readFileSync } from 'node:fs';
import { type CommandEntry, type CommandGroup, UserError } from './command.ts';
import { commandHelp, groupHelp, topHelp } from './help.ts';
import { commands } from './registry.ts';
import { suggest } from './suggest.ts';
import { type Io, processIo } from './terminal/io.ts';
import { jsonLine, manyLines, oneLine } from './terminal/sanitize.ts';

/** Runs the process: arguments in, exit code out. Users never see a stack trace unless ATTRACTOR_DEBUG is set. */
export async function start(argv: readonly string[]): Promise<void> {
  const io = processIo();
  process.on('uncaughtException', (error) => leave(reportBug(error, io)));
  process.on('unhandledRejection', (error) => leave(reportBug(error, io)));
  leave(await main(argv, io));
}

/** Ends the process once stdout and stderr have taken everything. */
function leave(code: number): void {
  process.exitCode = code;
  const done = (): void => process.exit(code);
  process.stdout.write('', () => process.stderr.write('', done));
}

/** The whole command line as a function; returns the exit code (files.md 5). */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  const [word, ...rest] = argv;
  if (word === undefined) {
    io.err(topHelp(commands, io.stderrStyle));
    return 2;
  }
  if (word === '--version' || word === '-V') {
    io.out(version());
    return 0;
  }
  if (word === '--help' || word === '-h' || (word === 'help' && rest[0] === undefined)) {
    io.out(topHelp(commands, io.stdoutStyle));
    return 0;
  }
  const name = word === 'help' ? (rest[0] ?? '') : word;
  const entry = commands.find((candidate) => candidate.name === name);
  if (entry === undefined) return unknownCommand(name, commands, io);
  const words = word === 'help' ? [...rest.slice(1), '--help'] : rest;
  return 'load' in entry ? runCommand(entry, words, io) : runGroup(entry, words, io);
}

/** The second word names the command; without one the group's help is shown. */
async function runGroup(group: CommandGroup, argv: readonly string[], io: Io): Promise<number> {
  const subcommands = await group.subcommands();
  const [word, ...rest] = argv;
  if (word === undefined || word === '--help' || word === '-h') {
    const text = groupHelp(group, subcommands, word === undefined ? io.stderrStyle : io.stdoutStyle);
    if (word === undefined) io.err(text);
    else io.out(text);
    return word === undefined ? 2 : 0;
  }
  const name = `${group.name} ${word}`;
  const entry = subcommands.find((candidate) => candidate.name === name);
  return entry === undefined ? unknownCommand(name, subcommands, io, ` ${group.name}`) : runCommand(entry, rest, io);
}

async function runCommand(entry: CommandEntry, argv: readonly string[], io: Io): Promise<number> {
  const command = await entry.load();
  if (wantsHelp(argv)) {
    io.out(commandHelp(entry, command, io.stdoutStyle, io.columns));
    return 0;
  }
  try {
    const { parseArgs } = await import('./args.ts');
    return await command.run(await parseArgs(entry.name, command, argv), io);
  } catch (error) {
    if (!(error instanceof UserError)) return reportBug(error, io);
    io.err(`${io.stderrStyle.red('error:')} ${manyLines(error.message)}`);
    if (command.reportsRefusal === true) io.out(jsonLine({ status: 'refused', reason: error.reason }));
    return error.exitCode;
  }
}

function wantsHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end < 0 ? argv : argv.slice(0, end)).some((word) => word === '--help' || word === '-h');
}

function unknownCommand(name: string, known: readonly { readonly name: string }[], io: Io, group = ''): number {
  const what = name.startsWith('-') ? 'option' : 'command';
  const near = suggest(name, what === 'command' ? known.map((entry) => entry.name) : ['--help', '--version']);
  const hint = near === undefined ? '' : `; did you mean \`${near}\`?`;
  io.err(`${io.stderrStyle.red('error:')} unknown ${what} \`${oneLine(name)}\`${hint}\nSee \`attractor${group} --help\`.`);
  return 2;
}

function reportBug(error: unknown, io: Io): number {
  const message = error instanceof Error ? error.message : String(error);
  const debug = io.environment['ATTRACTOR_DEBUG'];
  io.err(
    `${io.stderrStyle.red('error:')} unexpected: ${oneLine(message)}. This is a bug in attractor; run again with ATTRACTOR_DEBUG=1 for details.`,
  );
  if (debug !== undefined && debug !== '' && debug !== '0' && error instanceof Error) io.err(manyLines(error.stack ?? ''));
  return 1;
}

/** The version of this command, from its package. */
export function version(): string {
  const parsed: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return typeof parsed === 'object' && parsed !== null && 'version' in parsed ? String(parsed.version) : 'unknown';
}
