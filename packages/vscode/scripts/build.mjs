// Bundles the extension (CommonJS: what VS Code loads) and the language server it brings with it.
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const home = join(dirname(fileURLToPath(import.meta.url)), '..');

export async function buildExtension() {
  rmSync(join(home, 'dist'), { recursive: true, force: true });
  const common = {
    absWorkingDir: home,
    bundle: true,
    platform: 'node',
    target: 'node20',
    minify: true,
    logLevel: 'warning',
    legalComments: 'eof',
  };
  await build({ ...common, entryPoints: ['src/extension.ts'], outfile: 'dist/extension.cjs', format: 'cjs', external: ['vscode'] });
  await build({
    ...common,
    entryPoints: ['src/server.ts'],
    outfile: 'dist/server.mjs',
    format: 'esm',
    conditions: ['attractor-source'],
    // Some of the server's libraries are CommonJS and ask for Node's own modules at run time.
    banner: { js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);" },
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildExtension();
