// `npm run check`: every static check of the house. One line a step; the output of a step is shown only when it fails.
import { run } from './checks/run.mjs';

const node = process.execPath;
const bin = (name) => `node_modules/.bin/${name}`;

/** Order: cheap and most telling first. Every step runs, whatever the ones before it say. */
const steps = [
  ['types', bin('tsc'), ['-b', 'tsconfig.json', 'tsconfig.tests.json', 'packages/vscode']],
  ['format and lint', bin('biome'), ['check', '--error-on-warnings', '.']],
  ['type-aware lint', bin('oxlint'), ['--deny-warnings', '--report-unused-disable-directives']],
  ['unused code', bin('knip'), ['--no-config-hints']],
  ['lock file', node, ['scripts/checks/lock-file.mjs']],
  ['published files', node, ['scripts/checks/packages.mjs']],
  ['documentation', node, ['scripts/docs-check.mjs']],
  ['reference', node, ['scripts/reference.mjs', '--check']],
  ['rule help', node, ['scripts/rule-help.mjs', '--check']],
  ['conformance', node, ['scripts/conformance.mjs']],
];

let failures = 0;
for (const [name, command, args] of steps) {
  const { ok, output, seconds } = await run(command, args);
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(16)} ${seconds.toFixed(1)} s`);
  if (ok) continue;
  failures += 1;
  console.log(output.replace(/^/gm, '     '));
}
console.log(failures === 0 ? 'check: all steps passed' : `check: ${failures} of ${steps.length} steps failed`);
process.exitCode = failures === 0 ? 0 : 1;
