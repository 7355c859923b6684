#!/usr/bin/env node
// Committed launcher: package managers link a bin only when the file exists before the build.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`attractor needs Node 20.19 or newer; this is Node ${process.versions.node}.\n`);
  process.exit(2);
}
const { existsSync } = await import('node:fs');
const built = new URL('../dist/main.js', import.meta.url);
if (!existsSync(built)) {
  process.stderr.write('attractor is not built yet; run `npm run build` in the repository.\n');
  process.exit(2);
}
const { start } = await import(built.href);
await start(process.argv.slice(2));
