// The last line of the continuous integration's output: how many tests passed, failed and were skipped.
import { readTestReport } from './checks/test-report.mjs';

const tests = readTestReport();
const count = (status) => (tests ?? []).filter((test) => test.status === status).length;
// Without a report the test run itself broke: that is one failure, not a clean sheet.
const failed = tests === undefined ? 1 : count('failed');
console.log(`${count('passed')} passed, ${failed} failed, ${count('skipped')} skipped`);
process.exitCode = failed > 0 || count('passed') === 0 ? 1 : 0;
