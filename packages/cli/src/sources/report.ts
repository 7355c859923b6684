import { renderDiagnostic, type SourceFile } from '@attractor/dot';
import type { Diagnostic } from '@attractor/pipeline';
import { oneLine } from '../terminal/sanitize.ts';
import type { Style } from '../terminal/style.ts';

/** A diagnostic with the text its range counts in. */
export interface Finding {
  readonly source: SourceFile;
  readonly diagnostic: Diagnostic;
}

/** A finding for people: place, severity, message, source line with a caret, the fix when there is one (files.md 5). */
export function findingText({ source, diagnostic }: Finding, style: Style, columns: number): string {
  const { severity, message, range, fix } = diagnostic;
  const code = codeOf(diagnostic);
  const lines =
    range === undefined
      ? [
          `${style.bold(`${oneLine(source.name)}:`)} ${paint(style, severity)(`${severity}:`)} ${oneLine(message)} ${style.dim(`[${code}]`)}`,
        ]
      : [
          renderDiagnostic(
            source,
            { severity, message, code, range },
            { width: Math.max(40, columns - 1), style: (part, text) => paint(style, part)(text) },
          ),
        ];
  if (fix !== undefined) lines.push(style.dim(`  fix: ${oneLine(fix.title)}`));
  return lines.join('\n');
}

/** A finding on one line, for warnings beside a run. */
export function findingLine({ source, diagnostic }: Finding, style: Style): string {
  const { severity, message } = diagnostic;
  return `${style.bold(`${oneLine(placeOf({ source, diagnostic }))}:`)} ${paint(style, severity)(`${severity}:`)} ${oneLine(message)} ${style.dim(`[${codeOf(diagnostic)}]`)}`;
}

/** `file:line:column`, or the file alone. */
export function placeOf({ source, diagnostic: { range } }: Finding): string {
  const at = range === undefined ? undefined : source.positionAt(range.start);
  return at === undefined ? source.name : `${source.name}:${at.line}:${at.column}`;
}

/** A finding for programs. Lines and columns count from 1; the end is where the range stops. */
export function findingJson({ source, diagnostic }: Finding): object {
  const { rule, name, severity, message, range, node, edge, fix, page } = diagnostic;
  const start = range === undefined ? undefined : source.positionAt(range.start);
  const end = range === undefined ? undefined : source.positionAt(range.end);
  return {
    rule,
    ...(name === undefined ? {} : { name }),
    severity,
    message,
    ...(start === undefined || end === undefined
      ? {}
      : { line: start.line, column: start.column, end_line: end.line, end_column: end.column }),
    ...(node === undefined ? {} : { node }),
    ...(edge === undefined ? {} : { edge }),
    ...(fix === undefined ? {} : { fix: { title: fix.title, edits: fix.edits } }),
    ...(page === undefined ? {} : { page }),
  };
}

/** Codes are shown with their names (language.md 8). */
export function codeOf({ rule, name }: Diagnostic): string {
  return oneLine(name === undefined ? rule : `${rule} ${name}`);
}

function paint(style: Style, part: string): (text: string) => string {
  switch (part) {
    case 'error':
    case 'caret':
      return style.red;
    case 'warning':
      return style.yellow;
    case 'info':
      return style.cyan;
    case 'location':
      return style.bold;
    case 'code':
      return style.dim;
    default:
      return (text) => text;
  }
}

/** Findings without repetitions: the same words at the same place count once. */
export function distinct(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  return findings.filter(({ source, diagnostic }) => {
    const key = [source.name, diagnostic.range?.start ?? '', diagnostic.rule, diagnostic.message].join('\u0000');
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Findings as somebody reads the files: one file after the other, from its beginning. */
export function inReadingOrder(findings: readonly Finding[]): Finding[] {
  const files = [...new Set(findings.map(({ source }) => source))];
  const start = ({ diagnostic }: Finding): number => diagnostic.range?.start ?? -1;
  return files.flatMap((file) => findings.filter(({ source }) => source === file).sort((a, b) => start(a) - start(b)));
}

/** Of one file at most this many findings are shown: a file that is no pipeline at all can have one for each of its bytes. */
export const shownFindings = { people: 100, programs: 1000 } as const;

export interface Shown {
  /** In the order given. */
  readonly shown: readonly Finding[];
  readonly leftOut: number;
}

const ranks: Readonly<Record<string, number>> = { error: 0, warning: 1 };

/** The findings of a file that are shown: when there are too many, errors before warnings before advice, and the first ones of each. */
export function firstFindings(findings: readonly Finding[], readers: keyof typeof shownFindings): Shown {
  const most = shownFindings[readers];
  if (findings.length <= most) return { shown: findings, leftOut: 0 };
  const rank = ({ diagnostic }: Finding): number => ranks[diagnostic.severity] ?? 2;
  const chosen = new Set([...findings].sort((a, b) => rank(a) - rank(b)).slice(0, most));
  return { shown: findings.filter((finding) => chosen.has(finding)), leftOut: findings.length - most };
}

/** `... and 49,597 more`. */
export function moreText(leftOut: number): string {
  return `... and ${leftOut.toLocaleString('en-US')} more`;
}

/** The findings of one file for people, rendered one by one, and how many there are beside them. */
export function* findingTexts(findings: readonly Finding[], style: Style, columns: number): Generator<string> {
  const { shown, leftOut } = firstFindings(findings, 'people');
  for (const finding of shown) yield findingText(finding, style, columns);
  if (leftOut > 0) yield style.dim(moreText(leftOut));
}
