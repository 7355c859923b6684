import { findAttribute, knownShapes, stylePropertyNames, typeOfShape } from '@attractor/pipeline';
import type { ValuePlace } from '../../document/place.ts';
import type { Snapshot } from '../../document/snapshot.ts';
import { sourceRange } from '../../document/value-text.ts';
import { attributeHelp } from '../attribute-help.ts';
import type { CompletionItem } from './item.ts';
import { usualValues } from './usual-values.ts';

/** Selectors outside braces, properties and values inside, by the text before the cursor (language.md 5). */
export function stylesheetItems(snapshot: Snapshot, place: ValuePlace, index: number): CompletionItem[] {
  const { value } = place;
  const text = value.text.slice(0, index).replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => ' '.repeat(comment.length));
  if (text.lastIndexOf('/*') >= 0) return [];
  const range = (length: number) => sourceRange(value, { start: index - length, end: index });
  if (text.lastIndexOf('{') <= text.lastIndexOf('}')) {
    const word = /[.#]?[A-Za-z0-9_-]*$/.exec(text)?.[0] ?? '';
    return selectorItems(snapshot, range(word.length));
  }
  const declaration = text.slice(Math.max(text.lastIndexOf('{'), text.lastIndexOf(';')) + 1);
  const colon = declaration.indexOf(':');
  if (colon < 0) {
    const word = /[A-Za-z0-9_.-]*$/.exec(declaration)?.[0] ?? '';
    return propertyItems(range(word.length));
  }
  const written = declaration.slice(colon + 1).trimStart();
  return usualValues(snapshot, 'node', declaration.slice(0, colon).trim(), []).map(({ text: label, detail }, rank) => ({
    label,
    kind: 'value',
    detail,
    range: range(written.length),
    rank,
  }));
}

function selectorItems({ graph }: Snapshot, range: CompletionItem['range']): CompletionItem[] {
  const classes = new Set([...graph.nodes.values()].flatMap((node) => node.classes));
  const item = (label: string, kind: CompletionItem['kind'], detail: string, rank: number): CompletionItem => ({
    label,
    kind,
    detail,
    range,
    rank,
  });
  return [
    item('*', 'operator', 'every node', 0),
    ...[...classes].map((name) => item(`.${name}`, 'class', 'nodes of this class', 1)),
    ...[...graph.nodes.keys()].filter((id) => /^[A-Za-z0-9_.-]+$/.test(id)).map((id) => item(`#${id}`, 'node', 'this node', 2)),
    ...knownShapes().map((shape) => item(shape, 'value', `${typeOfShape(shape) ?? ''} nodes`, 3)),
  ];
}

function propertyItems(range: CompletionItem['range']): CompletionItem[] {
  return stylePropertyNames.map((label, rank) => {
    const definition = findAttribute('node', label)?.definition;
    const help = definition === undefined ? {} : { detail: definition.doc, doc: attributeHelp('node', label, definition) };
    return { label, kind: 'attribute', ...help, text: `${label}: `, range, rank };
  });
}
