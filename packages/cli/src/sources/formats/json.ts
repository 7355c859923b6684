import type { Io } from '../../terminal/io.ts';
import { jsonLine } from '../../terminal/sanitize.ts';
import type { Report } from '../checked-file.ts';
import { findingJson, firstFindings } from '../report.ts';
import { worstCaseJson } from '../worst-case-text.ts';

/** One object for programs; its members keep their names. */
export function printJson({ files, errors, warnings }: Report, io: Io): void {
  const entries = files.map(({ file, findings, fixed, unreadable, problem, worstCase }) => {
    const { shown, leftOut } = firstFindings(findings, 'programs');
    return {
      file,
      ...(problem === undefined ? {} : { [unreadable ? 'unreadable' : 'unwritable']: problem }),
      ...(fixed.length === 0 ? {} : { fixed: fixed.map(({ finding }) => findingJson(finding)) }),
      diagnostics: shown.map(findingJson),
      ...(leftOut === 0 ? {} : { diagnostics_left_out: leftOut }),
      ...(worstCase === undefined ? {} : { worst_case: worstCaseJson(worstCase) }),
    };
  });
  io.out(jsonLine({ errors, warnings, files: entries }));
}
