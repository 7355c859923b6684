import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Range, SourceFile } from '@attractor/dot';
import { lintRules, type Rule, validationRules } from '@attractor/pipeline';
import { version } from '../../main.ts';
import type { Io } from '../../terminal/io.ts';
import { jsonLine } from '../../terminal/sanitize.ts';
import type { CheckedFile, Report } from '../checked-file.ts';
import { type Finding, firstFindings, moreText } from '../report.ts';
import { ruleHelp } from '../rule-help.generated.ts';

const levels = { error: 'error', warning: 'warning', info: 'note' } as const;

/** A log of SARIF 2.1.0: rules with what they mean, findings with their places and fixes. */
export function printSarif(report: Report, io: Io): void {
  const files = report.files.map((checked) => {
    const { shown, leftOut } = firstFindings(checked.findings, 'programs');
    return { ...checked, findings: shown, leftOut };
  });
  const rules = rulesOf(files);
  const indexes = new Map(rules.map(({ id }, index) => [id, index]));
  const problems = files.filter(({ problem }) => problem !== undefined);
  const run = {
    tool: { driver: { name: 'attractor', version: version(), rules } },
    // Positions count code points, as everywhere in this command.
    columnKind: 'unicodeCodePoints',
    invocations: [
      {
        executionSuccessful: problems.length === 0,
        toolExecutionNotifications: [
          ...problems.map(({ file, problem = '' }) => notification('error', problem, file)),
          ...files
            .filter(({ leftOut }) => leftOut > 0)
            .map(({ file, leftOut }) => notification('note', `${moreText(leftOut)} in ${file}, left out`, file)),
        ],
      },
    ],
    results: files.flatMap((checked) => checked.findings.map((finding) => resultOf(checked.file, finding, indexes))),
  };
  io.out(jsonLine({ $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] }));
}

function notification(level: 'error' | 'note', text: string, file: string): object {
  return { level, message: { text }, locations: [{ physicalLocation: { artifactLocation: artifact(file) } }] };
}

/** Every rule, then the codes of the parser and the transforms that were found. */
function rulesOf(files: readonly CheckedFile[]): { readonly id: string }[] {
  const known: readonly Pick<Rule, 'id' | 'name' | 'severity'>[] = [...validationRules, ...lintRules];
  const ids = new Set(known.map(({ id }) => id));
  const others: Pick<Rule, 'id' | 'name' | 'severity'>[] = [];
  for (const { findings } of files) {
    for (const { diagnostic } of findings) {
      if (ids.has(diagnostic.rule)) continue;
      ids.add(diagnostic.rule);
      others.push({ id: diagnostic.rule, severity: diagnostic.severity });
    }
  }
  return [...known, ...others].map(descriptorOf);
}

function descriptorOf({ id, name, severity }: Pick<Rule, 'id' | 'name' | 'severity'>) {
  const help = ruleHelp[id] ?? ruleHelp['syntax'];
  return {
    id,
    ...(name === undefined ? {} : { name }),
    defaultConfiguration: { level: levels[severity] },
    ...(help === undefined
      ? {}
      : {
          shortDescription: { text: firstSentence(help.when) },
          fullDescription: { text: `${help.when} ${help.why}` },
          help: { text: help.what, markdown: `${help.why}\n\n**What to do:** ${help.what}` },
        }),
  };
}

function firstSentence(text: string): string {
  return /^[\s\S]*?[.;:](?=\s|$)/.exec(text)?.[0].replace(/[;:]$/, '.') ?? text;
}

function resultOf(file: string, { source, diagnostic }: Finding, indexes: ReadonlyMap<string, number>): object {
  const { rule, severity, message, range, fix } = diagnostic;
  const location = {
    physicalLocation: { artifactLocation: artifact(file), ...(range === undefined ? {} : { region: region(source, range) }) },
  };
  const replacements = (fix?.edits ?? []).map((edit) => ({
    deletedRegion: region(source, edit.range),
    insertedContent: { text: edit.text },
  }));
  return {
    ruleId: rule,
    ruleIndex: indexes.get(rule) ?? -1,
    level: levels[severity],
    message: { text: message },
    locations: [location],
    ...(fix === undefined || replacements.length === 0
      ? {}
      : { fixes: [{ description: { text: fix.title }, artifactChanges: [{ artifactLocation: artifact(file), replacements }] }] }),
  };
}

function region(source: SourceFile, { start, end }: Range): object {
  const from = source.positionAt(start);
  const to = source.positionAt(end);
  return { startLine: from.line, startColumn: from.column, endLine: to.line, endColumn: to.column };
}

function artifact(file: string): { readonly uri: string } {
  if (file === '<stdin>') return { uri: 'stdin' };
  return { uri: isAbsolute(file) ? pathToFileURL(file).href : file.split(/[\\/]/).map(encodeURIComponent).join('/') };
}
