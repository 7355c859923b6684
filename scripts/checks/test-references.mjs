import { existsSync, readFileSync, statSync } from 'node:fs';
import { root } from './run.mjs';
import { readTestReport } from './test-report.mjs';

const reportPath = `${root}/test-report.json`;
const report = readTestReport(reportPath);
const reportTime = report === undefined ? 0 : statSync(reportPath).mtimeMs;

/** `` `packages/x/test/y.test.ts` › a part of the test's full name `` */
const reference = /`([^`]+\.test\.ts)`\s*›\s*([^<|]+)/g;

/** The test references in a piece of Markdown: several are separated by `<br>` or line ends. */
export function testReferences(markdown) {
  return markdown
    .split(/<br\s*\/?>|\n/)
    .flatMap((part) => [...part.matchAll(reference)])
    .map(([, file, name]) => ({ file, name: name.trim().replaceAll('\\|', '|') }));
}

/**
 * Why a reference does not hold, or undefined. With a test report that is newer than the file no matching test may have
 * failed and at least one must have passed (a few need what a machine may lack, and are skipped there); otherwise the file must at least hold the name.
 */
export function brokenReference({ file, name }) {
  const path = `${root}/${file}`;
  if (!existsSync(path)) return `${file} does not exist`;
  if (report !== undefined && statSync(path).mtimeMs <= reportTime) {
    const tests = report.filter((test) => test.file === file && test.name.includes(name));
    if (tests.length === 0) return `${file}: no test named "${name}" ran`;
    const bad = tests.find(({ status }) => status === 'failed');
    if (bad !== undefined) return `${file}: "${bad.name}" failed`;
    return tests.some(({ status }) => status === 'passed') ? undefined : `${file}: "${name}" was skipped`;
  }
  return readFileSync(path, 'utf8').includes(name) ? undefined : `${file} holds no test named "${name}"`;
}
