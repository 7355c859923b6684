import type { Io } from '../../terminal/io.ts';
import { oneLine } from '../../terminal/sanitize.ts';
import type { CheckedFile, Report } from '../checked-file.ts';
import { codeOf, findingTexts, placeOf } from '../report.ts';
import { worstCaseText } from '../worst-case-text.ts';

/** Findings for people, each with its source line, then how many there are. */
export function printText({ files, errors, warnings }: Report, io: Io): void {
  const style = io.stdoutStyle;
  for (const { file, findings, fixed, worstCase } of files) {
    for (const { finding, title } of fixed) {
      io.out(
        `${style.bold(`${oneLine(placeOf(finding))}:`)} ${style.green('fixed:')} ${oneLine(title)} ${style.dim(`[${codeOf(finding.diagnostic)}]`)}`,
      );
    }
    for (const text of findingTexts(findings, style, io.columns)) io.out(text);
    if (worstCase !== undefined) io.out(worstCaseText(file, worstCase));
  }
  const read = files.filter(({ unreadable }) => !unreadable);
  if (read.length > 0) io.out(summary(read, errors, warnings, io));
}

function summary(read: readonly CheckedFile[], errors: number, warnings: number, { stdoutStyle: style }: Io): string {
  const files = read.length === 1 ? oneLine(read[0]?.file ?? '') : `${read.length} files`;
  const fixes = read.reduce((sum, { fixed }) => sum + fixed.length, 0);
  const done = fixes === 0 ? '' : `${plural(fixes, 'finding')} fixed, `;
  if (errors + warnings === 0) return `${style.green('✓')} ${files}: ${done}no errors, no warnings`;
  return `${errors > 0 ? style.red('✗') : style.yellow('!')} ${files}: ${done}${plural(errors, 'error')}, ${plural(warnings, 'warning')}`;
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
