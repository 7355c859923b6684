import { parse, type Range, type SourceFile, type Statement } from '@attractor/dot';

/** A comment `lint: allow RULE reason` and what it stands above (language.md 8). */
export interface Allow {
  /** Rules as written, by id or by name. */
  readonly rules: readonly string[];
  readonly reason: string;
  readonly range: Range;
  /** The statement it silences; undefined for a comment above the `digraph`, which speaks of the whole file. */
  readonly scope?: Range;
  /** The statement is a subgraph: it holds others. */
  readonly isGroup?: true;
  /** The id of the node whose own statement that is. */
  readonly node?: string;
}

const marker = /lint:\s*allow\b([^\r\n]*)/g;

/** Every allow comment of a text, in order. Linear; texts without one are not parsed. */
export function readAllows(source: SourceFile, isRule: (word: string) => boolean): Allow[] {
  if (!/lint:\s*allow\b/.test(source.text)) return [];
  const tree = parse(source);
  const comments = tree.tokens.filter((token) => token.kind === 'comment');
  const places = comments.length === 0 ? [] : statementsInOrder(tree.graph?.body ?? []);
  const allows: Allow[] = [];
  for (const comment of comments) {
    const text = source.text.slice(comment.start, comment.end);
    for (const match of text.matchAll(marker)) {
      const place = tree.graph === undefined || comment.end <= tree.graph.range.start ? undefined : placeOf(places, comment.start);
      const words = (match[1] ?? '').replace(/\*\/\s*$/, '').trim();
      const { rules, reason } = split(words, isRule);
      const start = comment.start + match.index;
      allows.push({ rules, reason, range: { start, end: start + match[0].trimEnd().length }, ...place });
    }
  }
  return allows;
}

/** Rules stand first, separated by commas or white space; the first word is one in any case. */
function split(words: string, isRule: (word: string) => boolean): { readonly rules: readonly string[]; readonly reason: string } {
  const rules: string[] = [];
  let rest = words;
  for (;;) {
    const word = /^[^\s,:]+/.exec(rest)?.[0];
    if (word === undefined || (rules.length > 0 && !isRule(word))) break;
    rules.push(word);
    rest = rest.slice(word.length).replace(/^[\s,:]+/, '');
  }
  return { rules, reason: rest.replace(/^[-\u2013\u2014\s]+/, '').trim() };
}

type Place = Pick<Allow, 'scope' | 'isGroup' | 'node'>;

interface Entry {
  readonly statement: Statement;
  readonly range: Range;
}

/** Statements that hold no others, and groups, outer ones before inner ones: in order of their start. */
function statementsInOrder(body: readonly Statement[]): Entry[] {
  const entries: Entry[] = [];
  const pending: Statement[] = body.toReversed();
  for (let statement = pending.pop(); statement !== undefined; statement = pending.pop()) {
    entries.push({ statement, range: statement.range });
    const inner = statement.kind === 'subgraph' ? [statement] : statement.kind === 'edge' ? statement.ends.filter(isGroup) : [];
    for (const group of inner.toReversed()) pending.push(...group.body.toReversed());
  }
  return entries;
}

function isGroup(end: { readonly kind: string }): end is Extract<Statement, { kind: 'subgraph' }> {
  return end.kind === 'subgraph';
}

/** The statement around an offset that is no group, else the next one behind it. */
function placeOf(entries: readonly Entry[], offset: number): Place {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.range.start ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  const before = entries[low - 1];
  const entry = before !== undefined && before.statement.kind !== 'subgraph' && offset < before.range.end ? before : entries[low];
  // Nothing follows: it stands above nothing, and silences nothing.
  if (entry === undefined) return { scope: { start: offset, end: offset } };
  const { statement, range } = entry;
  if (statement.kind === 'node') return { scope: range, node: statement.node.id.text };
  return statement.kind === 'subgraph' ? { scope: range, isGroup: true } : { scope: range };
}
