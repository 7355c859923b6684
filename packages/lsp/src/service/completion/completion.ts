import { isBareId, quote, type Range } from '@attractor/dot';
import { lintRules, validationRules } from '@attractor/pipeline';
import { type Place, placeAt } from '../../document/place.ts';
import { createSnapshot, type Snapshot } from '../../document/snapshot.ts';
import { attributeItems, attributeNameItems } from './attributes.ts';
import type { CompletionItem } from './item.ts';
import { valueItems } from './values.ts';

/** What can stand at an offset, also in a text that is half typed. In order of use. */
export function completion(snapshot: Snapshot, at: number): CompletionItem[] {
  const line = lineAround(snapshot, at);
  // Between the characters of a line end nothing is typed.
  const offset = Math.min(at, line.end);
  const place = placeAt(snapshot, offset);
  const items = itemsAt(mended(snapshot, place, offset), place, offset);
  return items.map((item) => ({ ...item, range: within(item.range, line) })).toSorted((a, b) => a.rank - b.rank);
}

function lineAround({ source }: Snapshot, offset: number): Range {
  const line = source.lineAt(offset);
  const start = source.lineStarts[line - 1] ?? 0;
  return { start, end: start + source.lineText(line).length };
}

/** Completions replace text of one line, as the protocol wants; a string without an end would else take the file with it. */
function within({ start, end }: Range, line: Range): Range {
  return { start: Math.max(start, line.start), end: Math.min(end, line.end) };
}

function itemsAt(snapshot: Snapshot, place: Place, offset: number): CompletionItem[] {
  switch (place.kind) {
    case 'comment':
      return ruleItems(snapshot, place.range, offset);
    case 'key':
      return attributeNameItems(snapshot, place);
    case 'value':
      return valueItems(snapshot, place, offset);
    case 'edge-end':
      return nodeItems(snapshot, place.word, place.quoted);
    case 'statement': {
      const owner = { scope: place.inGroup ? 'group' : 'graph', nodes: [], defaults: false } as const;
      const attributes = attributeItems(snapshot, owner, place.word, [...snapshot.graph.attributes.keys()], false);
      return [
        ...nodeItems(snapshot, place.word, place.quoted),
        ...keywordItems(place.word),
        ...attributes.map((item) => ({ ...item, rank: item.rank + 1000 })),
      ];
    }
    case 'outside':
      return [{ label: 'digraph', kind: 'keyword', snippet: 'digraph ${1:name} {\n  $0\n}', range: place.word, rank: 0 }];
  }
}

function nodeItems({ graph }: Snapshot, range: CompletionItem['range'], quoted: boolean): CompletionItem[] {
  return [...graph.nodes.values()]
    .filter(({ range: at, implicit }) => !(implicit && at.start === range.start))
    .map(({ id, type }, rank) => {
      const text = quoted || !isBareId(id) ? quote(id) : id;
      return { label: id, kind: 'node', detail: type, text, range, rank: Math.min(rank, 900) };
    });
}

const keywords: readonly (readonly [string, string, string])[] = [
  ['node', 'node [$0]', 'defaults of the nodes that follow'],
  ['edge', 'edge [$0]', 'defaults of the edges that follow'],
  ['graph', 'graph [$0]', 'attributes of the graph'],
  ['subgraph', 'subgraph ${1:name} {\n  $0\n}', 'a group of nodes'],
];

function keywordItems(range: CompletionItem['range']): CompletionItem[] {
  return keywords.map(([label, snippet, detail]) => ({ label, kind: 'keyword', snippet, detail, range, rank: 950 }));
}

/** Rules in a comment `lint: allow`. */
function ruleItems({ text }: Snapshot, comment: CompletionItem['range'], offset: number): CompletionItem[] {
  const word = /lint:\s*allow\s+(?:[^\s,]+,\s*)*([^\s,]*)$/.exec(text.slice(comment.start, offset))?.[1];
  if (word === undefined) return [];
  const range = { start: offset - word.length, end: offset };
  return [...lintRules, ...validationRules].map(({ id, name, severity }, rank) => ({
    label: id,
    kind: 'rule',
    detail: name ?? severity,
    range,
    rank,
  }));
}

/**
 * A string without its end swallows what follows, and with it the nodes; for the graph's sake it ends at the end of its line.
 * The place stays that of the text as it is: nothing before the cursor changes.
 */
function mended(snapshot: Snapshot, place: Place, offset: number): Snapshot {
  const broken = snapshot.tree.diagnostics.some(({ code }) => code === 'unterminated-string' || code === 'runaway-string');
  if (!broken || place.kind !== 'value' || !place.quoted) return snapshot;
  const { text } = snapshot;
  const { end } = lineAround(snapshot, offset);
  const rest = text.slice(offset, end);
  const tail = rest.includes('"') ? rest : '"]';
  const fixed = `${text.slice(0, offset)}${tail}${text.slice(end)}`;
  const { uri, version, file, files } = snapshot;
  const other = createSnapshot({ text: fixed, uri, version, files, ...(file === undefined ? {} : { file }) });
  return other.tree.diagnostics.some(({ code }) => code === 'unterminated-string') ? snapshot : other;
}
