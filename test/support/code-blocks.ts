import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './attractor.ts';

export interface CodeBlock {
  /** The words after the fence, e.g. `sh` or `sh no-test`. */
  readonly info: string;
  readonly line: number;
  readonly text: string;
}

/** README.md and everything under docs/, relative to the root. */
export function documents(): readonly string[] {
  const below = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? below(join(folder, entry.name)) : [join(folder, entry.name)],
    );
  return ['README.md', ...below('docs').filter((path) => path.endsWith('.md'))];
}

export function codeBlocks(document: string): readonly CodeBlock[] {
  const text = readFileSync(join(root, document), 'utf8');
  return [...text.matchAll(/^```([^\n]*)\n([\s\S]*?)^```$/gm)].map((match) => ({
    info: (match[1] ?? '').trim(),
    line: text.slice(0, match.index).split('\n').length + 1,
    text: match[2] ?? '',
  }));
}

/** The `attractor` commands of a shell block; other commands of a line (`npm ci && ..`) are left out. */
export function attractorCommands(block: CodeBlock): readonly { readonly line: number; readonly command: string }[] {
  return block.text.split('\n').flatMap((text, index) =>
    text
      .replace(/^\s*\$\s+/, '')
      .split('&&')
      .map((part) => part.trim().replace(/^npx /, ''))
      .filter((part) => part.startsWith('attractor '))
      .map((command) => ({ line: block.line + index, command })),
  );
}
