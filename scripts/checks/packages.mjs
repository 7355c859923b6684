// What npm would publish: built code, types, the licence, no sources or tests; and metadata that holds for every package.
import { readFileSync } from 'node:fs';
import { report } from './report.mjs';
import { root, run } from './run.mjs';
import { publicPackages } from './workspaces.mjs';

const packages = publicPackages();
const { version, engines } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));
const names = new Set(packages.map(({ manifest }) => manifest.name));
const findings = [];
const expect = (condition, text) => condition || findings.push(text);

const packed = await run('npm', [
  'pack',
  '--dry-run',
  '--ignore-scripts',
  '--json',
  '--loglevel=error',
  ...packages.flatMap(({ folder }) => ['-w', `packages/${folder}`]),
]);
const listing = packed.ok ? JSON.parse(packed.stdout) : {};
// npm 12 answers with an object by package name, older ones with a list.
const filesOf = new Map((Array.isArray(listing) ? listing : Object.values(listing)).map(({ name, files }) => [name, files]));
expect(packed.ok, `npm pack failed: ${packed.output}`);

for (const { folder, manifest } of packages) {
  const at = `packages/${folder}/package.json`;
  expect(manifest.version === version, `${at}: version ${manifest.version}, the workspace has ${version}`);
  expect(manifest.license === 'Apache-2.0', `${at}: license must be Apache-2.0`);
  expect(manifest.engines?.node === engines.node, `${at}: engines.node must be ${engines.node}`);
  expect((manifest.description ?? '').length > 0, `${at}: no description`);
  expect(manifest.sideEffects !== undefined, `${at}: sideEffects is not stated`);
  for (const [name, range] of Object.entries(manifest.dependencies ?? {})) {
    expect(/^\d+\.\d+\.\d+/.test(range), `${at}: ${name}@${range} is not an exact version`);
    expect(
      !name.startsWith('@attractor/') || (names.has(name) && range === version),
      `${at}: ${name} must be a public package at ${version}`,
    );
  }
  const files = (filesOf.get(manifest.name) ?? []).map(({ path }) => path);
  for (const path of files.filter((path) => /^(src|test)\/|\.map$|tsbuildinfo|^tsconfig/.test(path)))
    findings.push(`${at}: would publish ${path}`);
  for (const path of [
    'LICENSE',
    'dist/index.js',
    'dist/index.d.ts',
    ...Object.values(manifest.bin ?? {}).map((path) => path.replace(/^\.\//, '')),
  ]) {
    expect(files.includes(path), `${at}: would not publish ${path}`);
  }
  const licence = readFileSync(`${root}/packages/${folder}/LICENSE`, 'utf8');
  expect(licence === readFileSync(`${root}/LICENSE`, 'utf8'), `packages/${folder}/LICENSE differs from LICENSE`);
}
report(findings, `${packages.length} packages`);
