import type { NodeRef, NodeStatement } from '@attractor/dot';
import type { Attribute } from '../model.ts';
import type { Draft, NodeDraft, Scope } from './draft.ts';
import { readAttributes } from './read-attributes.ts';

/** A node named by an edge: made at its first mention, with the defaults in force there (language.md 1). */
export function mention(draft: Draft, ref: NodeRef, scope: Scope): string {
  const node = find(draft, ref, scope);
  if (scope.group !== undefined && !node.stated) node.groups.add(scope.group);
  return node.id;
}

/** A node's own statement. The defaults at the first statement with attributes hold, else those at the first statement. */
export function state(draft: Draft, statement: NodeStatement, scope: Scope): void {
  const node = find(draft, statement.node, scope);
  const seen = statement.attributes.length > 0 ? 'attributes' : 'statement';
  if (node.seen === 'mention' || (node.seen === 'statement' && seen === 'attributes')) {
    node.seen = seen;
    node.defaults = scope.nodeDefaults;
    node.range = statement.range;
  }
  if (scope.group !== undefined) {
    if (!node.stated) node.groups = new Set();
    node.stated = true;
    node.groups.add(scope.group);
  }
  readAttributes('node', statement.attributes, 'own', node.own, draft.report);
}

function find(draft: Draft, ref: NodeRef, scope: Scope): NodeDraft {
  const id = ref.id.text;
  if (draft.collecting > 0) draft.mentions.push(id);
  let node = draft.nodes.get(id);
  if (node === undefined) {
    const own = new Map<string, Attribute>();
    node = { id, range: ref.id.range, defaults: scope.nodeDefaults, own, seen: 'mention', groups: new Set(), stated: false };
    draft.nodes.set(id, node);
  }
  return node;
}
