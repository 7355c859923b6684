import type { Args } from '../command.ts';
import { UserError } from '../command.ts';
import { readParameters } from '../run/parameters.ts';
import type { Io } from '../terminal/io.ts';
import { jsonLine, oneLine } from '../terminal/sanitize.ts';
import { findFiles } from './find-files.ts';
import { loadPipeline } from './load-pipeline.ts';
import { distinct, type Finding, findingJson, findingText, inReadingOrder } from './report.ts';

interface Checked {
  readonly file: string;
  readonly findings: readonly Finding[];
  /** Why the file could not be read. */
  readonly unreadable?: string;
}

/** `attractor validate FILE..` (language.md 7): exit 0, 1 with any ERROR (`--strict`: or WARNING), 2 when a file cannot be read. */
export async function validateFiles(args: Args, io: Io): Promise<number> {
  const cwd = io.cwd;
  const parameters = readParameters(args.list('param'), cwd);
  const checked: Checked[] = [];
  for (const file of findFiles(args.positionals, cwd)) {
    try {
      const { findings } = await loadPipeline(file, { workingDirectory: cwd, ...(parameters.size === 0 ? {} : { parameters }) }, io);
      checked.push({ file: file === '-' ? '<stdin>' : file, findings: inReadingOrder(distinct(findings)) });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      checked.push({ file, findings: [], unreadable: error.message });
    }
  }
  const count = (severity: string): number =>
    checked.reduce((sum, { findings }) => sum + findings.filter(({ diagnostic }) => diagnostic.severity === severity).length, 0);
  const [errors, warnings] = [count('error'), count('warning')];
  if (args.text('format') === 'json') {
    const files = checked.map(({ file, findings, unreadable }) => ({
      file,
      ...(unreadable === undefined ? {} : { unreadable }),
      diagnostics: findings.map(findingJson),
    }));
    io.out(jsonLine({ errors, warnings, files }));
  } else printText(checked, errors, warnings, io);
  for (const { unreadable } of checked) if (unreadable !== undefined) io.err(`${io.stderrStyle.red('error:')} ${oneLine(unreadable)}`);
  if (checked.some(({ unreadable }) => unreadable !== undefined)) return 2;
  return errors > 0 || (args.on('strict') && warnings > 0) ? 1 : 0;
}

function printText(checked: readonly Checked[], errors: number, warnings: number, io: Io): void {
  for (const { findings } of checked) for (const finding of findings) io.out(findingText(finding, io.stdoutStyle, io.columns));
  const read = checked.filter(({ unreadable }) => unreadable === undefined);
  if (read.length === 0) return;
  const files = read.length === 1 ? oneLine(read[0]?.file ?? '') : `${read.length} files`;
  const style = io.stdoutStyle;
  if (errors + warnings === 0) io.out(`${style.green('✓')} ${files}: no errors, no warnings`);
  else io.out(`${errors > 0 ? style.red('✗') : style.yellow('!')} ${files}: ${plural(errors, 'error')}, ${plural(warnings, 'warning')}`);
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
