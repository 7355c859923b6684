import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

const folder = '.attractor/nightly-queue';
const open = () => readdirSync(`${folder}/issues`).sort();
const current = () => {
  const name = open()[0];
  return { name, issue: JSON.parse(readFileSync(`${folder}/issues/${name}`, 'utf8')) };
};
const moveTo = (place) => {
  const { name, issue } = current();
  renameSync(`${folder}/issues/${name}`, `${folder}/${place}/${name}`);
  console.log(`${issue.title}: ${place}`);
};

const commands = {
  setup() {
    rmSync(folder, { recursive: true, force: true });
    for (const place of ['mended', 'needs-person']) mkdirSync(`${folder}/${place}`, { recursive: true });
    for (const place of ['site', 'issues']) cpSync(`examples/nightly-queue/${place}`, `${folder}/${place}`, { recursive: true });
    console.log(`${open().length} issues`);
  },
  next() {
    if (open().length === 0) return console.log('EMPTY');
    const { issue } = current();
    rmSync(`${folder}/before`, { recursive: true, force: true });
    cpSync(`${folder}/site`, `${folder}/before`, { recursive: true });
    console.log(`${issue.title} (${issue.file})\nISSUE`);
  },
  verify() {
    const { issue } = current();
    const page = readFileSync(`${folder}/site/${issue.file}`, 'utf8');
    const missing = [issue.contains, issue.keeps].filter((text) => !page.includes(text));
    for (const text of missing) console.log(`${issue.file} does not contain: ${text}`);
    process.exitCode = missing.length === 0 ? 0 : 1;
  },
  close: () => moveTo('mended'),
  leave() {
    // Half a repair is worse than none.
    rmSync(`${folder}/site`, { recursive: true });
    renameSync(`${folder}/before`, `${folder}/site`);
    moveTo('needs-person');
  },
  report() {
    const list = (place) =>
      readdirSync(`${folder}/${place}`)
        .map((name) => `  ${name}`)
        .join('\n');
    writeFileSync(`${folder}/report.txt`, `Mended:\n${list('mended')}\nFor a person:\n${list('needs-person')}\n`);
    process.exitCode = open().length === 0 ? 0 : 1;
  },
};
commands[process.argv[2]]();
