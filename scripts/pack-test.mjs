// The published shape works: packs every public package, installs the tarballs in an empty folder and runs a graph there.
// Prints where it stopped; exit code 0 when the packed `attractor` ran the graph to success.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, run } from './checks/run.mjs';
import { publicPackages } from './checks/workspaces.mjs';

const graph = `digraph packed {
  start [shape=Mdiamond]
  write [shape=parallelogram, tool_command="echo packed > out.txt", must_write="out.txt"]
  check [shape=parallelogram, tool_command="grep -q packed out.txt", goal_gate=true, retry_target=write]
  ask   [prompt="Say something"]
  exit  [shape=Msquare]
  start -> write -> check -> ask -> exit
}
`;

const folder = mkdtempSync(join(tmpdir(), 'attractor-packed-'));
const app = mkdtempSync(join(tmpdir(), 'attractor-app-'));

async function must(what, command, args, cwd) {
  const { ok, output, stdout, seconds } = await run(command, args, { cwd });
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${what} (${seconds.toFixed(1)} s)`);
  if (!ok) throw new Error(output);
  return stdout;
}

try {
  const workspaces = publicPackages().flatMap(({ folder: name }) => ['-w', `packages/${name}`]);
  await must('npm pack', 'npm', ['pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', folder, ...workspaces], root);
  const tarballs = readdirSync(folder).map((name) => join(folder, name));
  writeFileSync(join(app, 'package.json'), JSON.stringify({ name: 'app', version: '1.0.0', private: true }));
  await must('npm install', 'npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error', ...tarballs], app);
  const version = await must('attractor --version', 'npx', ['--no-install', 'attractor', '--version'], app);
  const { manifest } = publicPackages().find(({ manifest: { name } }) => name === '@attractor/cli');
  if (version.trim() !== manifest.version) throw new Error(`--version says ${version}, the package is ${manifest.version}`);
  writeFileSync(join(app, 'packed.dot'), graph);
  const output = await must('attractor run', 'npx', ['--no-install', 'attractor', 'run', '--simulate', '--quiet', 'packed.dot'], app);
  const last = JSON.parse(output.trimEnd().split('\n').at(-1));
  if (last.status !== 'success') throw new Error(`the run ended ${last.status}: ${last.reason}`);
  console.log(`packed: ${tarballs.length} packages, status ${last.status}`);
} catch (error) {
  console.log(error.message);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
  rmSync(app, { recursive: true, force: true });
}
