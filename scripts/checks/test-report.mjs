import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './run.mjs';

/**
 * The tests of the last `CI=1 npm test`, as `{ file, group, name, status }` with status `passed`, `failed` or `skipped`;
 * undefined without a report. A file that failed to load counts as one failed test, so that it cannot vanish from a summary.
 */
export function readTestReport(path = `${root}/test-report.json`) {
  if (!existsSync(path)) return undefined;
  const tests = [];
  for (const suite of JSON.parse(readFileSync(path, 'utf8')).testResults) {
    const file = relative(root, suite.name);
    const failed = suite.assertionResults.some(({ status }) => status === 'failed');
    if (suite.status === 'failed' && !failed) tests.push({ file, group: '', name: '(test file)', status: 'failed' });
    for (const { fullName, ancestorTitles, title, status } of suite.assertionResults) {
      tests.push({
        file,
        group: ancestorTitles[0] ?? title,
        name: fullName,
        status: status === 'passed' || status === 'failed' ? status : 'skipped',
      });
    }
  }
  return tests;
}
