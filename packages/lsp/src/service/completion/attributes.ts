import { isBareId, quote } from '@attractor/dot';
import { type AttributeDefinition, attributeTable, canonicalName, edgeAttributes } from '@attractor/pipeline';
import type { Owner } from '../../document/owner.ts';
import { type Place, registryScope } from '../../document/place.ts';
import type { Snapshot } from '../../document/snapshot.ts';
import { attributeHelp } from '../attribute-help.ts';
import type { CompletionItem } from './item.ts';

/** Names of attributes that the place does not set yet; those that the node's kind reads come first. */
export function attributeNameItems(snapshot: Snapshot, place: Extract<Place, { kind: 'key' }>): CompletionItem[] {
  return attributeItems(snapshot, place.owner, place.word, place.present, place.assigned);
}

export function attributeItems(
  snapshot: Snapshot,
  owner: Owner,
  range: CompletionItem['range'],
  present: readonly string[],
  assigned: boolean,
): CompletionItem[] {
  const scope = registryScope(owner);
  const set = new Set(present.map((name) => canonicalName(scope, name)));
  const type = owner.scope === 'node' ? snapshot.graph.nodes.get(owner.nodes[0] ?? '')?.type : undefined;
  const items: CompletionItem[] = [];
  const table = owner.scope === 'group' ? groupTable : attributeTable(scope);
  for (const [name, definition] of Object.entries(table)) {
    if (set.has(name)) continue;
    const key = isBareId(name) ? name : quote(name);
    const [text, snippet] = assigned ? [key, undefined] : [`${key}=`, valueSnippet(key, definition)];
    const reads = type === undefined || definition.readBy.includes(type);
    const rank = reads ? 0 : definition.readBy.includes('engine') ? 1 : 2;
    items.push({
      label: name,
      kind: 'attribute',
      detail: definition.doc,
      doc: attributeHelp(scope, name, definition),
      text,
      ...(snippet === undefined ? {} : { snippet }),
      range,
      rank,
    });
  }
  return items;
}

/** In a subgraph only these mean something (language.md 1). */
const groupTable: Readonly<Record<string, AttributeDefinition>> = {
  label: { ...edgeAttributes.label, doc: 'Caption of the group; its nodes get it as a class of the stylesheet.' },
  class: { ...attributeTable('node')['class'], doc: 'Classes that the nodes of the group get.' } as AttributeDefinition,
};

/** Texts get their quotes, so that typing goes on inside. */
function valueSnippet(key: string, { type }: AttributeDefinition): string {
  const name = key.replaceAll('$', '\\$');
  return ['text', 'condition', 'command', 'string', 'path', 'list', 'json'].includes(type) ? `${name}="$0"` : `${name}=$0`;
}
