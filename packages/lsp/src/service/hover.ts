import type { Range } from '@attractor/dot';
import { type Edge, effectiveAttributes, findAttribute, flowIn, flowOut, type Node, nodeLabel } from '@attractor/pipeline';
import { definitionOf, occurrenceAt } from '../document/occurrences.ts';
import { placeAt, registryScope, type ValuePlace } from '../document/place.ts';
import type { Snapshot } from '../document/snapshot.ts';
import { attributeAt, contains, scopeOf } from '../document/walk-tree.ts';
import { attributeHelp, clip, code, kindHelp } from './attribute-help.ts';
import { hoverInValue } from './hover-value.ts';
import { originText } from './origin-text.ts';

/** What an editor shows about the text of a range; Markdown. */
export interface Hover {
  readonly range: Range;
  readonly text: string;
}

/** Nodes, attributes and what stands in values: what it is, what it is in effect, and where that comes from. */
export function hover(snapshot: Snapshot, offset: number): Hover | undefined {
  const written = attributeAt(snapshot, offset);
  if (written !== undefined && contains(written.attribute.key.range, offset)) return attributeHover(snapshot, offset);
  const occurrence = occurrenceAt(snapshot, offset);
  const node = occurrence === undefined ? undefined : snapshot.graph.nodes.get(occurrence.id);
  const place = written === undefined ? undefined : placeAt(snapshot, offset);
  const inValue = place?.kind === 'value' ? valueHover(snapshot, place, offset) : undefined;
  if (inValue !== undefined) return inValue;
  if (occurrence === undefined || node === undefined) return undefined;
  return { range: occurrence.range, text: nodeText(snapshot, node) };
}

function attributeHover(snapshot: Snapshot, offset: number): Hover | undefined {
  const written = attributeAt(snapshot, offset);
  if (written === undefined) return undefined;
  const { statement, attribute } = written;
  const scope = scopeOf(statement);
  const known = findAttribute(scope, attribute.key.text);
  const range = attribute.key.range;
  if (known === undefined) {
    const text = `**${attribute.key.text}**\n\nNot an attribute of pipelines: kept as it is, for drawings and programs.`;
    return { range, text };
  }
  const help = attributeHelp(scope, known.name, known.definition);
  const node = statement.kind === 'node' ? snapshot.graph.nodes.get(statement.node.id.text) : undefined;
  const effect = node === undefined ? '' : effectText(snapshot, node, known.name);
  return { range, text: effect === '' ? help : `${help}\n\n---\n\n${effect}` };
}

/** The value in effect for a node, with where it comes from. */
function effectText(snapshot: Snapshot, node: Node, name: string): string {
  const found = effectiveAttributes(snapshot.graph, node).find((item) => item.name === name);
  if (found?.value === undefined) return '';
  return `In effect for \`${node.id}\`: ${code(clip(found.value))}, from ${originText(found, snapshot)}`;
}

function valueHover(snapshot: Snapshot, place: ValuePlace, offset: number): Hover | undefined {
  const inner = hoverInValue(snapshot, place, offset);
  if (inner !== undefined) return inner;
  const scope = registryScope(place.owner);
  const name = findAttribute(scope, place.key)?.name;
  const node = snapshot.graph.nodes.get(place.owner.nodes[0] ?? '');
  if (scope !== 'node' || node === undefined || (name !== 'shape' && name !== 'type')) return undefined;
  return { range: place.content, text: kindHelp(node.type) };
}

function nodeText(snapshot: Snapshot, node: Node): string {
  const { graph, source } = snapshot;
  const label = nodeLabel(node);
  const declared = definitionOf(snapshot, node.id);
  const place = declared === undefined ? '' : `line ${source.lineAt(declared.range.start)}`;
  const title = `**${node.id}** (${node.type})${label === node.id ? '' : ` “${clip(label.split(/[\r\n]/, 1)[0] ?? '')}”`}`;
  const facts = [
    node.implicit ? 'Named by an edge only, has no statement of its own' : place === '' ? undefined : `Declared in ${place}`,
    node.classes.length === 0 ? undefined : `Classes: ${node.classes.map(code).join(', ')}`,
    edgesText('From', flowIn(graph, node.id), (edge) => edge.from),
    edgesText('To', flowOut(graph, node.id), (edge) => edge.to),
  ].filter((fact) => fact !== undefined);
  const set = effectiveAttributes(graph, node).filter(
    ({ name, origin, value }) => value !== undefined && !HIDDEN.has(name) && SET.has(origin),
  );
  const rows = set
    .slice(0, 30)
    .map((item) => `| ${item.name} | ${cell(clip(item.value ?? '', 60))} | ${cell(originText(item, snapshot), true)} |`);
  const table = rows.length === 0 ? '' : `\n\n| attribute | value | from |\n|---|---|---|\n${rows.join('\n')}`;
  return `${title}\n\n${facts.map((fact) => `- ${fact}`).join('\n')}${table}`;
}

const HIDDEN: ReadonlySet<string> = new Set(['label', 'shape', 'type', 'class']);
const SET: ReadonlySet<string> = new Set(['own', 'default', 'stylesheet', 'transform', 'graph']);

function edgesText(word: string, edges: readonly Edge[], end: (edge: Edge) => string): string | undefined {
  if (edges.length === 0) return undefined;
  const names = [...new Set(edges.map(end))];
  return `${word} ${names.slice(0, 10).map(code).join(', ')}${names.length > 10 ? ` and ${names.length - 10} more` : ''}`;
}

function cell(text: string, markdown = false): string {
  return (markdown ? text : code(text)).replaceAll('|', '\\|');
}
