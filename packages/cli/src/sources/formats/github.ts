import type { Io } from '../../terminal/io.ts';
import { oneLine } from '../../terminal/sanitize.ts';
import type { Report } from '../checked-file.ts';
import { codeOf, type Finding, firstFindings, moreText } from '../report.ts';

const commands = { error: 'error', warning: 'warning', info: 'notice' } as const;

/** Workflow commands that a continuous integration of GitHub shows beside the lines of a change. */
export function printGithub({ files }: Report, io: Io): void {
  for (const { file, findings, problem } of files) {
    const { shown, leftOut } = firstFindings(findings, 'programs');
    for (const finding of shown) io.out(line(file, finding));
    if (leftOut > 0) io.out(`::notice file=${property(file)}::${data(moreText(leftOut))}`);
    if (problem !== undefined) io.out(`::error file=${property(file)}::${data(problem)}`);
  }
}

function line(file: string, { source, diagnostic }: Finding): string {
  const { severity, message, range } = diagnostic;
  const start = range === undefined ? undefined : source.positionAt(range.start);
  const end = range === undefined ? undefined : source.positionAt(range.end);
  const place =
    start === undefined || end === undefined
      ? ''
      : `,line=${start.line},endLine=${end.line}${start.line === end.line ? `,col=${start.column},endColumn=${end.column}` : ''}`;
  return `::${commands[severity]} file=${property(file)}${place},title=${property(codeOf(diagnostic))}::${data(message)}`;
}

function data(text: string): string {
  return oneLine(text).replaceAll('%', '%25');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
