import type { Range } from '@attractor/dot';
import { findAttribute, isDynamic, resolvePath } from '@attractor/pipeline';
import { perSnapshot, type Snapshot } from './snapshot.ts';
import { contentRange, sourceRange } from './value-text.ts';
import { scopeOf, writtenAttributes } from './walk-tree.ts';

/** A file that a value names. */
export interface FileLink {
  readonly range: Range;
  /** Absolute. */
  readonly file: string;
}

/** Paths that name a file to read, not one that a run writes or a program on the PATH. */
const READ: ReadonlySet<string> = new Set(['script', 'dot_file', 'stack.child_dotfile', 'response_schema']);

/** The part of a value that is the path of a file the graph reads (§10): prompt files, schemas, scripts, child graphs. */
function pathOf(name: string, text: string): { readonly path: string; readonly start: number } | undefined {
  const trimmed = text.trim();
  const start = text.indexOf(trimmed);
  if (name === 'prompt') {
    if (!trimmed.startsWith('@') || trimmed.startsWith('@@') || /[\r\n]/.test(trimmed)) return undefined;
    const path = trimmed.slice(1).trim();
    return path === '' ? undefined : { path, start: start + trimmed.indexOf(path, 1) };
  }
  if (!READ.has(name) || trimmed === '' || (name === 'response_schema' && trimmed.startsWith('{'))) return undefined;
  return { path: trimmed, start };
}

/** Files that a document names and that exist where the editor may look, in source order. */
export const fileLinks = perSnapshot((snapshot: Snapshot): readonly FileLink[] => {
  const links: FileLink[] = [];
  if (snapshot.file === undefined) return links;
  for (const { statement, attribute } of writtenAttributes(snapshot)) {
    const { value, key } = attribute;
    const found = pathOf(findAttribute(scopeOf(statement), key.text)?.name ?? key.text, value.text);
    if (found === undefined || isDynamic(found.path)) continue;
    const file = resolvePath({ ...snapshot.graph, file: snapshot.file }, found.path, snapshot.workingDirectory);
    if (!snapshot.files.exists(file)) continue;
    const range =
      value.kind === 'bare' ? contentRange(value) : sourceRange(value, { start: found.start, end: found.start + found.path.length });
    links.push({ range, file });
  }
  return links;
});
