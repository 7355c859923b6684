// The lock file names no host: it must install from whatever registry the machine is set to. It also pins every package.
import { readFileSync } from 'node:fs';
import { report } from './report.mjs';
import { root } from './run.mjs';

const { packages } = JSON.parse(readFileSync(`${root}/package-lock.json`, 'utf8'));
const findings = [];
for (const [path, entry] of Object.entries(packages)) {
  if (/^[a-z+]+:\/\//i.test(entry.resolved ?? '')) {
    findings.push(`package-lock.json: ${path}: "resolved" names a host; set omit-lockfile-registry-resolved=true and run npm install`);
  }
  if (path.includes('node_modules/') && entry.link !== true && entry.integrity === undefined) {
    findings.push(`package-lock.json: ${path}: no integrity`);
  }
}
report(findings, `${Object.keys(packages).length} entries`);
