// Relative links of every Markdown file resolve, anchors included; paths of the repository in code marks exist; blocks are closed.
import { existsSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { anchorsOf, markdownFiles, markdownLines } from './checks/markdown.mjs';
import { report } from './checks/report.mjs';
import { root } from './checks/run.mjs';

const findings = [];
let links = 0;

function checkLink(file, number, target) {
  const [path, anchor] = target.split('#');
  const resolved = path === '' ? file : normalize(join(dirname(file), decodeURIComponent(path)));
  const at = `${file}:${number}`;
  if (resolved.startsWith('..')) findings.push(`${at}: ${target} leaves the repository`);
  else if (!existsSync(`${root}/${resolved}`)) findings.push(`${at}: ${target} does not exist`);
  else if (anchor && resolved.endsWith('.md') && statSync(`${root}/${resolved}`).isFile() && !anchorsOf(resolved).has(anchor)) {
    findings.push(`${at}: ${target}: no such heading`);
  }
}

const files = markdownFiles();
for (const file of files) {
  const lines = markdownLines(file);
  for (const { number, text, fence } of lines) {
    if (fence !== undefined) continue;
    for (const [, path] of text.matchAll(/`((?:packages|specs|docs|scripts|examples|test)\/[\w./-]+)`/g)) {
      if (!existsSync(`${root}/${path}`)) findings.push(`${file}:${number}: ${path} does not exist`);
    }
    const prose = text.replace(/`[^`]*`/g, (code) => ' '.repeat(code.length));
    for (const [, target] of prose.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g)) {
      if (/^[a-z][a-z0-9+.-]*:/i.test(target)) continue;
      links += 1;
      checkLink(file, number, target);
    }
  }
  if (lines.filter(({ fence }) => fence === '```').length % 2 === 1) findings.push(`${file}: a code block is not closed`);
}
report(findings, `${files.length} files, ${links} links`);
