// SPEC_CONFORMANCE.md and EXTENSIONS.md against the tests: a row or entry that claims to be there names tests that exist and
// passed. Row: `| clause | what | tests |`; a clause is a page of specs/ and its section number, e.g. `engine.md 4b`, or a section of
// canonical, e.g. `canonical 11.3`. Each section of specs/ has a row, and each `§n` and `D-n` of a row is an entry.
// `--unlisted` also prints the tests of the last report that cite a clause and that no row or entry names.
import { readFileSync } from 'node:fs';
import { markdownLines } from './checks/markdown.mjs';
import { report } from './checks/report.mjs';
import { root } from './checks/run.mjs';
import { brokenReference, testReferences } from './checks/test-references.mjs';
import { readTestReport } from './checks/test-report.mjs';

const findings = [];
const named = [];
let covered = 0;
let later = 0;
let extensions = 0;

const sections = new Map();
/** The numbers of a specification page's sections: `## 4b. Choosing the edge` is `4b`. */
function sectionsOf(page) {
  if (!sections.has(page)) {
    const text = readFileSync(`${root}/specs/${page}`, 'utf8');
    sections.set(page, new Set([...text.matchAll(/^#{2,3} (\d+[a-z]?)\./gm)].map(([, number]) => number)));
  }
  return sections.get(page);
}

const claimed = new Set();
const mentioned = [];
function checkClause(at, clause) {
  if (/^canonical \d+(\.\d+)*$/.test(clause)) return;
  const [, page, number] = /^((?:language|engine|files|backends)\.md) (\d+[a-z]?)(?:\.\d+)?$/.exec(clause) ?? [];
  if (page === undefined) findings.push(`${at}: "${clause}" is no clause; write e.g. "engine.md 4b"`);
  else if (!sectionsOf(page).has(number)) findings.push(`${at}: specs/${page} has no section ${number}`);
  else claimed.add(`${page} ${number}`);
}

let notThereYet = false;
for (const { number, text, fence } of markdownLines('SPEC_CONFORMANCE.md')) {
  if (fence !== undefined) continue;
  if (text.startsWith('## ')) notThereYet = /not there yet/i.test(text);
  const cells = /^\|(.*)\|\s*$/
    .exec(text)?.[1]
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
  if (cells === undefined || cells[0] === 'Clause' || /^:?-+:?$/.test(cells[0])) continue;
  const at = `SPEC_CONFORMANCE.md:${number}`;
  checkClause(at, cells[0]);
  for (const [id] of (cells[1] ?? '').matchAll(/§\d+|\bT0-4\b|\bD-\d+/g)) mentioned.push({ at, id });
  const references = testReferences(cells[2] ?? '');
  if (notThereYet) {
    later += 1;
    if (references.length > 0) findings.push(`${at}: a row with tests belongs to the first part`);
    continue;
  }
  covered += 1;
  if (references.length === 0) findings.push(`${at}: names no test; without one it belongs to "Not there yet"`);
  named.push(...references);
  for (const reference of references) {
    const broken = brokenReference(reference);
    if (broken !== undefined) findings.push(`${at}: ${broken}`);
  }
}

for (const page of ['language.md', 'engine.md', 'files.md', 'backends.md']) {
  for (const number of sectionsOf(page)) {
    if (!claimed.has(`${page} ${number}`)) findings.push(`SPEC_CONFORMANCE.md: no row for ${page} ${number}`);
  }
}

const fields = ['What', 'Why', 'Compatibility', 'depends-on', 'upstream action', 'Tests', 'status'];
const headings = new Set();
for (const entry of readFileSync(`${root}/EXTENSIONS.md`, 'utf8')
  .split(/^(?=## )/m)
  .slice(1)) {
  const heading = entry.slice(3, entry.indexOf('\n')).trim();
  const id = /^(§\d+|T0-4|D-\d+)\. \S/.exec(heading)?.[1];
  if (id === undefined) continue;
  extensions += 1;
  const at = `EXTENSIONS.md: ${id}`;
  if (headings.has(id)) findings.push(`${at}: stands twice`);
  headings.add(id);
  const value = (field) =>
    entry
      .split(/^- /m)
      .find((item) => item.startsWith(`**${field}:**`))
      ?.slice(field.length + 5)
      .trim();
  for (const field of fields) if (!value(field)) findings.push(`${at}: no "${field}"`);
  const depends = (value('depends-on') ?? 'none').replace(/\.$/, '');
  for (const other of depends === 'none' ? [] : depends.split(/,\s*/)) {
    if (!/^(§\d+|T0-4|D-\d+)$/.test(other)) findings.push(`${at}: depends-on "${other}" is no entry`);
  }
  const upstream = value('upstream action') ?? '';
  if (
    !/^(https:\/\/\S+|not applicable, reason: \S|declining, reason: \S|deferred, reason: \S.*, review-by: \d{4}-\d\d-\d\d)/.test(upstream)
  ) {
    findings.push(
      `${at}: upstream action must be a link, "declining, reason: ..", "deferred, reason: .., review-by: DATE" or "not applicable, reason: .."`,
    );
  }
  const status = value('status');
  if (status !== 'here' && status !== 'later') findings.push(`${at}: status must be "here" or "later"`);
  const references = testReferences(value('Tests') ?? '');
  if (status === 'here' && references.length === 0) findings.push(`${at}: is said to be here and names no test`);
  named.push(...references);
  for (const reference of references) {
    const broken = brokenReference(reference);
    if (broken !== undefined) findings.push(`${at}: ${broken}`);
  }
}

for (const { at, id } of mentioned) if (!headings.has(id)) findings.push(`${at}: EXTENSIONS.md has no entry ${id}`);

if (process.argv.includes('--unlisted')) {
  const unlisted = (readTestReport() ?? [])
    .filter(({ name }) => /\b(language|engine|files|backends)\.md \d|§\d/.test(name))
    .filter((test) => !named.some(({ file, name }) => file === test.file && test.name.includes(name)));
  for (const line of new Set(unlisted.map(({ file, group }) => `\`${file}\` › ${group}`))) console.log(line);
}
report(findings, `${covered} rows with tests, ${later} not there yet, ${extensions} extensions`);
