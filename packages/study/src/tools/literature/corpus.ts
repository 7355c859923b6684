import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A text of the corpus. */
export interface Paper {
  /** `P001`, or the file's name for a text that somebody put there. */
  readonly id: string;
  readonly title: string;
  readonly source: string;
  readonly text: string;
}

export interface Corpus {
  papers(): readonly Paper[];
  /** Files that are there and cannot be searched. */
  skipped(): readonly string[];
  /** The paper's id, and whether it is new: the same title and source come once. */
  add(paper: Omit<Paper, 'id'>): { readonly id: string; readonly isNew: boolean };
}

const maxFileBytes = 4_000_000;

/** The study's literature: texts (`.md`, `.txt`) of a folder, shared by all its runs (AG-13, A16). Files are read anew when they change. */
export function corpusIn(folder: string): Corpus {
  const cache = new Map<string, { readonly stamp: string; readonly paper: Paper | undefined }>();
  const look = (): { readonly file: string; readonly paper: Paper | undefined }[] =>
    filesIn(folder).map((file) => {
      const path = join(folder, file);
      const { mtimeMs = 0, size = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
      const stamp = `${mtimeMs}:${size}`;
      const known = cache.get(file);
      if (known?.stamp === stamp) return { file, paper: known.paper };
      const paper = size <= maxFileBytes && /\.(?:md|txt)$/i.test(file) ? readPaper(path, file) : undefined;
      cache.set(file, { stamp, paper });
      return { file, paper };
    });
  return {
    papers: () => look().flatMap(({ paper }) => paper ?? []),
    skipped: () => look().flatMap(({ file, paper }) => (paper === undefined ? [file] : [])),
    add(paper) {
      const same = look().find(({ paper: there }) => there?.title === paper.title && there.source === paper.source)?.paper;
      if (same !== undefined) return { id: same.id, isNew: false };
      mkdirSync(folder, { recursive: true });
      const numbers = filesIn(folder).map((file) => Number(/^P(\d{1,9})\.md$/.exec(file)?.[1] ?? 0));
      for (let next = Math.max(0, ...numbers) + 1; ; next++) {
        const id = `P${String(next).padStart(3, '0')}`;
        if (writeNew(join(folder, `${id}.md`), paperText(paper))) return { id, isNew: true };
      }
    },
  };
}

/** False when another process has taken the name meanwhile. */
function writeNew(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => entry.name)
      .sort();
  } catch {
    return [];
  }
}

const head = /^# (.*)\nSource: (.*)\n\n/;

function paperText({ title, source, text }: Omit<Paper, 'id'>): string {
  return `# ${title}\nSource: ${source}\n\n${text.trim()}\n`;
}

/** Undefined for what is no text. */
function readPaper(path: string, file: string): Paper | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
  if (text.includes('\0')) return undefined;
  const id = file.replace(/\.(?:md|txt)$/i, '');
  const known = head.exec(text);
  if (known !== null) return { id, title: known[1] ?? '', source: known[2] ?? '', text: text.slice(known[0].length) };
  return { id, title: /^#+ (.+)$/m.exec(text)?.[1] ?? id, source: file, text };
}
