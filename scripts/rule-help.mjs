// Writes what docs/rules/ says into the command, for SARIF; with `--check`, fails when it differs instead.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { report } from './checks/report.mjs';
import { root } from './checks/run.mjs';

const file = join(root, 'packages/cli/src/sources/rule-help.generated.ts');

/** A section's text without links, its lines joined. */
function section(text, title) {
  const found = new RegExp(`\n## ${title}\n\n([\\s\\S]*?)(?=\n## |$)`).exec(text)?.[1] ?? '';
  return found
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

const quoted = (text) => {
  const plain = text.replaceAll('\\', '\\\\');
  return plain.includes("'") && !plain.includes('"') ? `"${plain}"` : `'${plain.replaceAll("'", "\\'")}'`;
};
const key = (id) => (/^[A-Za-z_]\w*$/.test(id) ? id : `'${id}'`);

const entries = readdirSync(join(root, 'docs/rules'))
  .filter((name) => name.endsWith('.md') && name !== 'README.md')
  .sort()
  .map((name) => {
    const text = readFileSync(join(root, 'docs/rules', name), 'utf8');
    const members = Object.entries({ when: 'When it fires', why: 'Why', what: 'What to do' }).map(
      ([member, title]) => `    ${member}: ${quoted(section(text, title))},`,
    );
    return [`  ${key(name.replace(/\.md$/, ''))}: {`, ...members, '  },'].join('\n');
  });
const written = `/** What docs/rules/ says of each rule, by id. Written by \`node scripts/rule-help.mjs\`. */
export const ruleHelp: Readonly<Record<string, { readonly when: string; readonly why: string; readonly what: string }>> = {
${entries.join('\n')}
};
`;

if (process.argv.includes('--check')) {
  const same = readFileSync(file, 'utf8') === written;
  report(
    same ? [] : ['packages/cli/src/sources/rule-help.generated.ts differs from docs/rules; run `node scripts/rule-help.mjs`'],
    'the help of rules is that of docs/rules',
  );
} else writeFileSync(file, written);
