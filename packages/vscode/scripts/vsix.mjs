// Packs the extension: node scripts/vsix.mjs [FILE.vsix]
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildExtension } from './build.mjs';

const home = join(dirname(fileURLToPath(import.meta.url)), '..');
const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
const out = resolve(process.argv[2] ?? join(home, `${manifest.name}-${manifest.version}.vsix`));

await buildExtension();
// Packed from a folder of its own: what the bundles hold is no dependency any more, and nothing of the workspace slips in.
const stage = mkdtempSync(join(tmpdir(), 'attractor-vsix-'));
try {
  for (const name of ['dist', 'media', 'syntaxes', 'language-configuration.json', 'README.md'])
    cpSync(join(home, name), join(stage, name), { recursive: true });
  cpSync(join(home, '..', '..', 'LICENSE'), join(stage, 'LICENSE'));
  const { devDependencies: _built, scripts: _scripts, private: _private, ...published } = manifest;
  writeFileSync(join(stage, 'package.json'), JSON.stringify({ ...published, files: ['**'] }, null, 2));
  const args = ['--yes', '@vscode/vsce@3.9.2', 'package', '--no-dependencies', '--allow-missing-repository', '--out', out];
  const { status } = spawnSync('npx', args, { cwd: stage, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} finally {
  rmSync(stage, { recursive: true, force: true });
}
