import path from 'node:path';
import { isBareId, quote } from '@attractor/dot';
import { canonicalName, findAttribute, resolvePath } from '@attractor/pipeline';
import { contextKeys } from '../../document/context-keys.ts';
import { languageOf } from '../../document/languages.ts';
import { registryScope, type ValuePlace } from '../../document/place.ts';
import type { Snapshot } from '../../document/snapshot.ts';
import { indexAt, sourceRange } from '../../document/value-text.ts';
import { conditionItems } from './condition.ts';
import type { CompletionItem } from './item.ts';
import { stylesheetItems } from './stylesheet.ts';
import { usualValues } from './usual-values.ts';

/** What a value may be, by its type and by what it says so far. */
export function valueItems(snapshot: Snapshot, place: ValuePlace, offset: number): CompletionItem[] {
  const scope = registryScope(place.owner);
  const name = canonicalName(scope, place.key);
  const language = languageOf(scope, name);
  const index = place.content.start === place.content.end ? 0 : indexAt(place.value, offset);
  if (language === 'condition') return quoted(place, conditionItems(snapshot, place, index));
  if (language === 'stylesheet') return quoted(place, stylesheetItems(snapshot, place, index));
  const before = place.value.text.slice(0, index);
  const reference = /\$(\{[^{}\s]*|[A-Za-z_][A-Za-z0-9_.]*)?$/.exec(before)?.[0];
  if (reference !== undefined && scope !== 'edge') return quoted(place, referenceItems(snapshot, place, reference, index));
  const files = fileItems(snapshot, place, name, before, index);
  if (files !== undefined) return quoted(place, files);
  const isList = findAttribute(scope, name)?.definition.type === 'list';
  const range = isList || name === 'class' ? elementRange(place, index, name === 'class' ? /[\s,]/ : /,/) : place.content;
  const items = usualValues(snapshot, scope, name, place.owner.nodes).map(
    ({ text, detail, doc }, rank): CompletionItem => ({
      label: text,
      kind: language === 'node-id' || language === 'node-ids' ? 'node' : 'value',
      detail,
      ...(doc === undefined ? {} : { doc }),
      text,
      range,
      rank: Math.min(rank, 900),
    }),
  );
  return place.quoted ? items : items.map((item) => ({ ...item, text: bareOrQuoted(item.text ?? item.label) }));
}

/** Outside quotes what has languages of its own gets them. */
function quoted(place: ValuePlace, items: CompletionItem[]): CompletionItem[] {
  if (place.quoted) return items;
  return items.map((item) => ({ ...item, text: bareOrQuoted(item.text ?? item.label), range: place.content }));
}

function bareOrQuoted(text: string): string {
  return isBareId(text) ? text : quote(text);
}

function elementRange(place: ValuePlace, index: number, separator: RegExp): CompletionItem['range'] {
  const { value, content } = place;
  if (content.start === content.end) return content;
  let start = index;
  while (start > 0 && !separator.test(value.text[start - 1] ?? '')) start--;
  while (start < index && /\s/.test(value.text[start] ?? '')) start++;
  let end = index;
  while (end < value.text.length && !separator.test(value.text[end] ?? '') && value.text[end] !== '\n') end++;
  return sourceRange(value, { start, end });
}

function referenceItems(snapshot: Snapshot, { owner, value }: ValuePlace, typed: string, index: number): CompletionItem[] {
  const range = sourceRange(value, { start: index - typed.length, end: index });
  const specials = [
    { key: 'goal', doc: 'Goal of the graph' },
    { key: 'context', doc: 'Beginning of the latest answer' },
  ];
  return [...specials, ...contextKeys(snapshot, owner.nodes)].map(({ key, doc }, rank) => {
    const plain = /^[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)*$/.test(key) && !typed.startsWith('${');
    return { label: plain ? `$${key}` : `\${${key}}`, kind: 'key', detail: doc, range, rank: Math.min(rank, 900) };
  });
}

const EXTENSIONS: Readonly<Record<string, RegExp>> = {
  prompt: /./,
  response_schema: /\.json$/i,
  dot_file: /\.(?:dot|gv)$/i,
  'stack.child_dotfile': /\.(?:dot|gv)$/i,
  script: /\.(?:json|ya?ml)$/i,
};

/** Files beside the document, for attributes that read one. */
function fileItems(snapshot: Snapshot, place: ValuePlace, name: string, before: string, index: number): CompletionItem[] | undefined {
  const extension = EXTENSIONS[name];
  if (extension === undefined || snapshot.file === undefined) return undefined;
  const isPrompt = name === 'prompt';
  if (isPrompt && !/^@[^@\r\n]*$/.test(before)) return undefined;
  if (!isPrompt && before.trimStart().startsWith('{')) return undefined;
  const written = isPrompt ? before.slice(1) : before.trimStart();
  const slash = written.lastIndexOf('/') + 1;
  const folder = resolvePath({ ...snapshot.graph, file: snapshot.file }, written.slice(0, slash) || '.', snapshot.workingDirectory);
  const range = sourceRange(place.value, { start: index - (written.length - slash), end: index });
  const own = path.basename(snapshot.file);
  return snapshot.files
    .list(folder)
    .filter((entry) => !entry.startsWith('.') && (entry.endsWith('/') || (extension.test(entry) && (entry !== own || slash > 0))))
    .map((entry) => {
      const isFolder = entry.endsWith('/');
      return { label: entry, kind: isFolder ? 'folder' : 'file', detail: isFolder ? 'folder' : 'file', range, rank: isFolder ? 1 : 0 };
    });
}
