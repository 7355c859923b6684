import { applyEdits, parse, type Range, SourceFile, type TextEdit } from '@attractor/dot';
import { buildGraph, type Graph } from '@attractor/pipeline';
import { type Occurrence, occurrenceAt, occurrencesOfNode } from '../document/occurrences.ts';
import type { Snapshot } from '../document/snapshot.ts';

export type Rename = { readonly ok: true; readonly edits: readonly TextEdit[] } | { readonly ok: false; readonly problem: string };

/** What a rename at an offset is about; undefined where no node's name stands. */
export function prepareRename(snapshot: Snapshot, offset: number): { readonly range: Range; readonly id: string } | undefined {
  const occurrence = occurrenceAt(snapshot, offset);
  return occurrence === undefined ? undefined : { range: occurrence.range, id: occurrence.id };
}

const ID = /^[A-Za-z0-9_.-]+$/;

/**
 * Renames the node at an offset everywhere it is named. Refuses an id that is invalid, taken or cannot be written somewhere, and any
 * rename after which the text would be another graph. An id in quotes is taken without them.
 */
export function rename(snapshot: Snapshot, offset: number, written: string): Rename {
  const occurrence = occurrenceAt(snapshot, offset);
  if (occurrence === undefined) return refuse('no node is named here');
  const { id } = occurrence;
  const name = written.trim().replace(/^"(.*)"$/s, '$1');
  if (name === id) return { ok: true, edits: [] };
  if (!ID.test(name) || name === '.' || name === '..') {
    return refuse(`\`${name}\` cannot be the id of a node: use letters, digits and \`_ . -\``);
  }
  if (snapshot.graph.nodes.has(name)) return refuse(`there is a node \`${name}\` already`);
  const edits: TextEdit[] = [];
  for (const place of occurrencesOfNode(snapshot, id)) {
    const text = place.write(name);
    if (text === undefined) return refuse(unwritable(snapshot, place, name));
    edits.push({ range: place.replaced, text });
  }
  const changed = whatChanges(snapshot, edits, id, name);
  return changed === undefined ? { ok: true, edits } : refuse(changed);
}

function refuse(problem: string): Rename {
  return { ok: false, problem };
}

function unwritable({ source }: Snapshot, { range, role }: Occurrence, name: string): string {
  const what = { condition: 'a condition', reference: 'a `$` reference', command: 'a command' }[role as string] ?? 'this place';
  return `line ${source.lineAt(range.start)} names the node in ${what}, where \`${name}\` cannot be written`;
}

/** Reads the renamed text and compares: as many nodes and edges, and every node of the kind that it was. */
function whatChanges(snapshot: Snapshot, edits: readonly TextEdit[], id: string, name: string): string | undefined {
  const before = buildGraph(snapshot.tree, snapshot.file).graph;
  const after = buildGraph(parse(new SourceFile('', applyEdits(snapshot.text, edits))), snapshot.file).graph;
  const renamed = (old: string): string => (old === id ? name : old);
  if (after.nodes.size !== before.nodes.size || !sameEdges(before, after, renamed)) {
    return `the text would be another graph if \`${id}\` were called \`${name}\``;
  }
  for (const node of before.nodes.values()) {
    const type = after.nodes.get(renamed(node.id))?.type;
    if (type === node.type) continue;
    return node.id === id
      ? `\`${id}\` is the ${node.type} node by its id: give it a shape first`
      : `\`${node.id}\` would become another kind of node (${type ?? 'none'})`;
  }
  return undefined;
}

function sameEdges(before: Graph, after: Graph, renamed: (id: string) => string): boolean {
  return (
    before.edges.length === after.edges.length &&
    before.edges.every((edge, index) => {
      const other = after.edges[index];
      return other !== undefined && other.from === renamed(edge.from) && other.to === renamed(edge.to);
    })
  );
}
