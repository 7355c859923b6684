import type { Subgraph, Attribute as Written } from '@attractor/dot';
import { splitClasses } from '../registry/derived.ts';
import { findAttribute } from '../registry/lookup.ts';
import type { Draft, GroupDraft, Scope } from './draft.ts';
import { readAttributes } from './read-attributes.ts';

/** Groups deeper than this are read as part of the group around them. */
const maxDepth = 256;

/** The scope of a subgraph: it inherits the defaults around it, its own do not leak out (language.md 1). */
export function enter(draft: Draft, subgraph: Subgraph, scope: Scope): Scope {
  return { group: openGroup(draft, subgraph, scope.group), nodeDefaults: scope.nodeDefaults, edgeDefaults: scope.edgeDefaults };
}

function openGroup(draft: Draft, subgraph: Subgraph, parent: GroupDraft | undefined): GroupDraft {
  const known = subgraph.id === undefined ? undefined : draft.groups.get(subgraph.id.text);
  if (known !== undefined) return known;
  const depth = (parent?.depth ?? 0) + 1;
  if (parent !== undefined && depth > maxDepth) return tooDeep(draft, subgraph, parent);
  const id = subgraph.id?.text ?? freeName(draft);
  const group = { id, parent, depth, range: subgraph.range, attributes: new Map(), members: new Set<string>() };
  draft.groups.set(id, group);
  return group;
}

function freeName(draft: Draft): string {
  do draft.anonymous++;
  while (draft.groups.has(`group_${draft.anonymous}`));
  return `group_${draft.anonymous}`;
}

function tooDeep(draft: Draft, subgraph: Subgraph, parent: GroupDraft): GroupDraft {
  if (!draft.tooDeep) {
    draft.tooDeep = true;
    draft.report({
      rule: 'group_depth',
      severity: 'error',
      message: `groups are nested deeper than ${maxDepth} levels`,
      range: { start: subgraph.range.start, end: subgraph.range.start + 1 },
      page: 'docs/rules/group_depth.md',
    });
  }
  return parent;
}

/** Attributes written inside a subgraph: its label and class mean something, graph attributes do not belong there. */
export function readGroupAttributes(draft: Draft, group: GroupDraft, written: readonly Written[]): void {
  readAttributes('graph', written, 'own', group.attributes, draft.report);
  for (const item of written) {
    const known = findAttribute('graph', item.key.text);
    if (known === undefined || known.name === 'label') continue;
    draft.report({
      rule: 'group_attribute',
      severity: 'warning',
      message: `\`${known.name}\` is an attribute of the graph and means nothing inside a subgraph; move it out`,
      range: item.range,
      page: 'docs/rules/group_attribute.md',
    });
  }
}

/** Classes that a group gives its nodes: its `class`, else its label in lower case with `-` for spaces (language.md 1). */
export function groupClasses(group: GroupDraft): string[] {
  const own = splitClasses(group.attributes.get('class')?.text ?? '');
  if (own.length > 0) return own;
  const label = group.attributes.get('label')?.text ?? '';
  const derived = label
    .trim()
    .toLowerCase()
    .replaceAll(/\s/g, '-')
    .replaceAll(/[^a-z0-9-]/g, '');
  return derived === '' ? [] : [derived];
}
