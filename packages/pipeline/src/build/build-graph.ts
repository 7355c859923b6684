import type { SyntaxTree } from '@attractor/dot';
import type { Diagnostic } from '../diagnostic.ts';
import type { Attributes, Graph, Group, Node } from '../model.ts';
import { roleOfId, saysNothing, typeFromAttributes } from '../node-type/resolve.ts';
import { splitClasses } from '../registry/derived.ts';
import { overlay } from './defaults.ts';
import { type Draft, emptyDraft, type GroupDraft, type NodeDraft, rootScope } from './draft.ts';
import { groupClasses } from './groups.ts';
import { walk } from './walk.ts';

/** A graph and what its making found; syntax errors of the tree are not repeated here. */
export interface BuiltGraph {
  readonly graph: Graph;
  readonly diagnostics: readonly Diagnostic[];
}

/** The meaning of a syntax tree before any transform (language.md 1). Never throws; linear; a tree without a graph gives an empty one. */
export function buildGraph(tree: SyntaxTree, file?: string): BuiltGraph {
  const draft = emptyDraft();
  if (tree.graph !== undefined) walk(draft, tree.graph.body, rootScope());
  const nodes = finishNodes(draft);
  const graph: Graph = {
    name: tree.graph?.id?.text ?? '',
    attributes: draft.attributes,
    nodes,
    edges: draft.edges,
    groups: [...draft.groups.values()].map(finishGroup),
    source: tree.source,
    ...(file === undefined ? {} : { file }),
  };
  return { graph, diagnostics: draft.diagnostics };
}

function finishNodes(draft: Draft): ReadonlyMap<string, Node> {
  const classes = new Map<GroupDraft, string[]>();
  for (const group of draft.groups.values()) classes.set(group, groupClasses(group));
  const nodes = new Map<string, Node>();
  for (const node of draft.nodes.values()) nodes.set(node.id, finishNode(node, classes));
  return resolveEnds(nodes);
}

function finishNode(draft: NodeDraft, classes: ReadonlyMap<GroupDraft, string[]>): Node {
  const attributes = overlay(draft.defaults, draft.own);
  const groups = enclosing(draft.groups);
  for (const group of draft.groups) group.members.add(draft.id);
  const own = splitClasses(attributes.get('class')?.text ?? '');
  const derived = groups.flatMap((group) => classes.get(group) ?? []);
  return {
    id: draft.id,
    type: typeFromAttributes(attributes),
    attributes,
    classes: own.length + derived.length === 0 ? none : [...new Set([...own, ...derived])],
    groups: groups.length === 0 ? none : groups.map((group) => group.id),
    range: draft.range,
    implicit: draft.seen === 'mention',
  };
}

const none: readonly string[] = [];

/** Groups around a node, outermost first. */
function enclosing(inner: ReadonlySet<GroupDraft>): GroupDraft[] {
  const found = new Set<GroupDraft>();
  for (const group of inner) {
    const path: GroupDraft[] = [];
    for (let at: GroupDraft | undefined = group; at !== undefined; at = at.parent) path.push(at);
    for (const item of path.reverse()) found.add(item);
  }
  return [...found];
}

/** Start and exit by id, when no node says that it is one (language.md 2). */
function resolveEnds(nodes: ReadonlyMap<string, Node>): ReadonlyMap<string, Node> {
  const types = new Set<string>();
  for (const node of nodes.values()) types.add(node.type);
  if (types.has('start') && types.has('exit')) return nodes;
  const result = new Map(nodes);
  for (const node of nodes.values()) {
    const role = roleOfId(node.id);
    if (role !== undefined && !types.has(role) && saysNothing(ownOnly(node.attributes))) result.set(node.id, { ...node, type: role });
  }
  return result;
}

/** A shape or type that a `node [..]` default gives says nothing about this very node. */
function ownOnly(attributes: Attributes): Attributes {
  return new Map([...attributes].filter(([name, { origin }]) => origin === 'own' || (name !== 'shape' && name !== 'type')));
}

function finishGroup(draft: GroupDraft): Group {
  const classes = groupClasses(draft);
  return {
    id: draft.id,
    label: draft.attributes.get('label')?.text ?? '',
    ...(classes.length === 0 ? {} : { className: classes.join(' ') }),
    ...(draft.parent === undefined ? {} : { parent: draft.parent.id }),
    nodes: [...draft.members],
    range: draft.range,
  };
}
