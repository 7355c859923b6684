import type { Range } from '@attractor/dot';
import { declaredParameters, rangeWithin, references } from '@attractor/pipeline';
import { type FileLink, fileLinks } from '../document/file-links.ts';
import { definitionOf, type Occurrence, occurrenceAt, occurrencesOfNode } from '../document/occurrences.ts';
import type { Snapshot } from '../document/snapshot.ts';
import { indexAt } from '../document/value-text.ts';
import { attributeAt, contains } from '../document/walk-tree.ts';

/** Where a name leads: a place of the same document, or a file. */
export type Target =
  | { readonly kind: 'place'; readonly range: Range; readonly whole: Range }
  | { readonly kind: 'file'; readonly file: string };

/** The declaration of what stands at an offset: a node, a parameter, the goal, a file. */
export function definition(snapshot: Snapshot, offset: number): Target | undefined {
  const link: FileLink | undefined = fileLinks(snapshot).find(({ range }) => contains(range, offset));
  if (link !== undefined) return { kind: 'file', file: link.file };
  const occurrence = occurrenceAt(snapshot, offset);
  const node = occurrence === undefined ? undefined : definitionOf(snapshot, occurrence.id);
  if (node !== undefined) return { kind: 'place', range: node.range, whole: snapshot.graph.nodes.get(node.id)?.range ?? node.range };
  return parameterAt(snapshot, offset);
}

/** All places of the node at an offset, in source order. */
export function nodeReferences(snapshot: Snapshot, offset: number, withDeclaration: boolean): readonly Occurrence[] {
  const occurrence = occurrenceAt(snapshot, offset);
  if (occurrence === undefined) return [];
  const declaration = definitionOf(snapshot, occurrence.id);
  return occurrencesOfNode(snapshot, occurrence.id).filter((item) => withDeclaration || item.range.start !== declaration?.range.start);
}

/** `$name` of a declared parameter leads to its declaration, `$goal` to the goal. */
function parameterAt(snapshot: Snapshot, offset: number): Target | undefined {
  const value = attributeAt(snapshot, offset)?.attribute.value;
  if (value === undefined || !value.text.includes('$')) return undefined;
  const index = indexAt(value, offset);
  const reference = references(value.text).find(({ range }) => contains(range, index));
  const { attributes } = snapshot.graph;
  const params = attributes.get('params');
  for (const name of reference?.candidates ?? []) {
    const declared = declaredParameters(snapshot.graph).find((item) => item.name === name);
    const range = declared === undefined || params === undefined ? undefined : rangeWithin(params, declared.range);
    const goal = name === 'goal' ? attributes.get('goal')?.value?.range : undefined;
    const found = range ?? goal;
    if (found !== undefined) return { kind: 'place', range: found, whole: found };
  }
  return undefined;
}
