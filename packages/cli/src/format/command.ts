import { applyEdits, decodeSource, formatEdits, parse, type SourceFile, type TextEdit } from '@attractor/dot';
import { type Args, UserError } from '../command.ts';
import { findFiles } from '../sources/find-files.ts';
import { readSource } from '../sources/read-source.ts';
import { type Finding, findingTexts } from '../sources/report.ts';
import type { Io } from '../terminal/io.ts';
import { oneLine } from '../terminal/sanitize.ts';
import { replaceFile } from './replace-file.ts';
import { unifiedDiff } from './unified-diff.ts';

/** What became of one file. `changed`: it was not formatted, and is now unless nothing is to be written. */
type Ending = 'changed' | 'unchanged' | 'errors' | 'unreadable' | 'unwritable';

/** A file with the edits that format it, or with the errors that forbid it. */
interface Formatted {
  readonly source: SourceFile;
  /** Absent for stdin. */
  readonly path?: string;
  readonly edits: readonly TextEdit[];
  readonly errors: readonly Finding[];
}

/** `attractor fmt FILE..` (docs/formatting.md): exit 0; 1 with errors or, when nothing is written, changes; 2 for an unreadable file. */
export function formatFiles(args: Args, io: Io): Promise<number> {
  const files = findFiles(args.positionals, io.cwd);
  const writes = !args.on('check') && !args.on('diff');
  if (writes && files.length > 1 && files.includes('-'))
    throw new UserError('fmt: stdin is formatted to stdout; name either - or files, or add --check or --diff');
  const endings = files.map((file) => formatOne(file, args, io));
  if (writes && files[0] !== '-') summarise(endings, io);
  return Promise.resolve(exitCode(endings, writes));
}

function formatOne(file: string, args: Args, io: Io): Ending {
  try {
    return deliver(formatted(file, args, io), args, io);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    io.err(`${io.stderrStyle.red('error:')} ${oneLine(error.message)}`);
    return error.exitCode === 1 ? 'unwritable' : 'unreadable';
  }
}

function formatted(file: string, args: Args, io: Io): Formatted {
  const { name, path, bytes } = readSource(file, io);
  const { source, diagnostics } = decodeSource(name, bytes);
  const tree = parse(source);
  const errors = [...diagnostics, ...tree.diagnostics]
    .filter(({ severity }) => severity === 'error')
    .map((found): Finding => ({ source, diagnostic: { ...found, rule: found.code } }));
  const edits = errors.length > 0 ? [] : formatEdits(tree, { dialect: args.on('graphviz') ? 'graphviz' : 'own' });
  return { source, ...(path === undefined ? {} : { path }), edits, errors };
}

function deliver({ source, path, edits, errors }: Formatted, args: Args, io: Io): Ending {
  for (const text of findingTexts(errors, io.stderrStyle, io.columns)) io.err(text);
  if (errors.length > 0) return 'errors';
  const ending = edits.length === 0 ? 'unchanged' : 'changed';
  if (args.on('diff')) io.outRaw(unifiedDiff(source.name, source.text, applyEdits(source.text, edits), io.stdoutStyle));
  else if (args.on('check')) {
    if (edits.length > 0) io.out(oneLine(source.name));
  } else if (path === undefined) io.outRaw(applyEdits(source.text, edits));
  else if (edits.length > 0) {
    replaceFile(path, source.name, applyEdits(source.text, edits));
    io.out(oneLine(source.name));
  }
  return ending;
}

function summarise(endings: readonly Ending[], io: Io): void {
  const count = (ending: Ending): number => endings.filter((each) => each === ending).length;
  const parts = [`${count('changed')} formatted`, `${count('unchanged')} unchanged`];
  const failed = endings.length - count('changed') - count('unchanged');
  if (failed > 0) parts.push(`${failed} left as ${failed === 1 ? 'it is' : 'they are'}`);
  const { green, red } = io.stderrStyle;
  io.err(`${failed > 0 ? red('✗') : green('✓')} ${parts.join(', ')}`);
}

function exitCode(endings: readonly Ending[], writes: boolean): number {
  if (endings.includes('unreadable')) return 2;
  const fails: readonly Ending[] = writes ? ['errors', 'unwritable'] : ['errors', 'changed'];
  return endings.some((ending) => fails.includes(ending)) ? 1 : 0;
}
