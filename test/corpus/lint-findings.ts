import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SourceFile } from '@attractor/dot';
import { type Diagnostic, type FileAccess, lintRules, nodeFiles, prepare } from '@attractor/pipeline';
import { corpusFolder } from '../../packages/dot/test/corpus.ts';

/** The corpus is flat: prompt files, schemas and scripts beside the graphs are taken as present, child graphs are not. */
const files: FileAccess = {
  readText: (file) => nodeFiles.readText(file) ?? (file.endsWith('.dot') ? undefined : 'text'),
  exists: (file) => nodeFiles.exists(file) || !file.endsWith('.dot'),
};

/** What a finding is about: its edge, else its node. */
function subjectOf({ node, edge }: Diagnostic): string {
  return edge === undefined ? (node ?? '') : `${edge.from}->${edge.to}`;
}

/** The findings of the lint rules with a prefix in one file, by rule: their subjects in order. */
export function lintFindings(name: string, prefix: string): ReadonlyMap<string, readonly string[]> {
  const file = join(corpusFolder, name);
  const source = new SourceFile(name, readFileSync(file, 'utf8'));
  const extraRules = lintRules.filter((rule) => rule.id.startsWith(prefix));
  const { diagnostics } = prepare(source, { file, files, workingDirectory: '/', extraRules });
  const found = new Map<string, string[]>();
  for (const item of diagnostics) {
    if (!item.rule.startsWith(prefix)) continue;
    const list = found.get(item.rule) ?? [];
    list.push(subjectOf(item));
    found.set(item.rule, list);
  }
  return found;
}
