import type { Token } from '@attractor/dot';
import type { Snapshot } from '../document/snapshot.ts';

/** Lines (from 0) that fold into their first. */
export interface Fold {
  readonly startLine: number;
  readonly endLine: number;
  readonly kind: 'region' | 'comment';
}

const CLOSES: ReadonlyMap<Token['kind'], Token['kind']> = new Map([
  ['}', '{'],
  [']', '['],
]);

/** Blocks, attribute lists, long strings and runs of comment lines. A closing mark stays visible. */
export function foldingRanges(snapshot: Snapshot): Fold[] {
  const { source, tree } = snapshot;
  const line = (offset: number): number => source.lineAt(offset) - 1;
  const folds: Fold[] = [];
  const add = (startLine: number, endLine: number, kind: Fold['kind']): void => {
    if (endLine > startLine) folds.push({ startLine, endLine, kind });
  };
  const open: Token[] = [];
  let comments: { first: number; last: number } | undefined;
  for (const token of tree.tokens) {
    if (token.kind === 'whitespace') continue;
    if (token.kind === 'comment') {
      const first = line(token.start);
      const last = line(Math.max(token.start, token.end - 1));
      if (comments !== undefined && first <= comments.last + 1) comments.last = last;
      else {
        if (comments !== undefined) add(comments.first, comments.last, 'comment');
        comments = { first, last };
      }
      continue;
    }
    if (comments !== undefined) add(comments.first, comments.last, 'comment');
    comments = undefined;
    if (token.kind === '{' || token.kind === '[') open.push(token);
    else if (token.kind === 'string' || token.kind === 'html') add(line(token.start), line(token.end - 1), 'region');
    const wanted = CLOSES.get(token.kind);
    if (wanted === undefined || open.at(-1)?.kind !== wanted) continue;
    const start = open.pop();
    if (start !== undefined) add(line(start.start), line(token.start) - 1, 'region');
  }
  if (comments !== undefined) add(comments.first, comments.last, 'comment');
  return folds.sort((a, b) => a.startLine - b.startLine || b.endLine - a.endLine);
}
