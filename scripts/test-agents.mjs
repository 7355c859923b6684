// `npm run test:agents`: installs the vendors' command-line agents into a temporary folder and drives each one by a real `attractor run`
// against a mock of its provider on loopback. Needs the npm registry, some 800 MB of disk and a build; no key, and no part of CI.
//   --only NAME     one agent            --case TEXT    cases whose name holds it
//   --folder DIR   install there, and keep it for the next time
//   --record        write the recordings that the tests play again, and end
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { agents, packages } from './test-agents/agents.mjs';
import { cases } from './test-agents/cases.mjs';
import { startMock } from './test-agents/mock.mjs';
import { record } from './test-agents/record.mjs';

const { values } = parseArgs({
  options: { only: { type: 'string' }, case: { type: 'string' }, folder: { type: 'string' }, record: { type: 'boolean' } },
});
const folder = values.folder === undefined ? mkdtempSync(join(tmpdir(), 'attractor-agents-')) : resolve(values.folder);
const chosen = agents.filter(({ name }) => values.only === undefined || name === values.only);
let failures = 0;
try {
  install();
  const mock = await startMock(folder);
  try {
    if (values.record) await record(chosen, mock, folder, environmentOf);
    else for (const agent of chosen) await drive(agent, mock);
  } finally {
    await mock.stop();
  }

  function environmentOf(agent, work) {
    const home = join(work, 'home');
    mkdirSync(home, { recursive: true });
    const path = [join(folder, 'node_modules/.bin'), dirname(process.execPath), process.env.PATH].join(delimiter);
    return { PATH: path, HOME: home, ...agent.environment(home, mock.url) };
  }

  async function drive(agent, mock) {
    for (const [name, check] of Object.entries(cases)) {
      if (values.case !== undefined && !name.includes(values.case)) continue;
      const work = mkdtempSync(join(folder, `${agent.name}-`));
      const begun = Date.now();
      try {
        const seen = await check({ agent, mock, work, environment: environmentOf(agent, work) });
        console.log(`ok   ${agent.name.padEnd(7)} ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s): ${seen}`);
        rmSync(work, { recursive: true, force: true });
      } catch (error) {
        failures += 1;
        console.log(`FAIL ${agent.name.padEnd(7)} ${name}: ${error instanceof Error ? error.message : String(error)}\n     kept: ${work}`);
      }
    }
  }
} finally {
  if (values.folder === undefined && failures === 0) rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failures === 0 ? 0 : 1;

function install() {
  mkdirSync(folder, { recursive: true });
  const marker = join(folder, 'installed.json');
  if (existsSync(marker)) return;
  if (!existsSync(join(folder, 'package.json'))) writeFileSync(join(folder, 'package.json'), '{"private": true}\n');
  console.log(`installing ${packages.join(', ')} into ${folder}`);
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  // Its own script puts the program of this system in place; the others' scripts are not needed.
  execFileSync(process.execPath, ['install.cjs'], { cwd: join(folder, 'node_modules/@anthropic-ai/claude-code'), stdio: 'inherit' });
  writeFileSync(marker, JSON.stringify(packages));
}
