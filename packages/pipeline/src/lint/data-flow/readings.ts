import type { Range } from '@attractor/dot';
import { conditionAtoms } from '../../condition/keys.ts';
import type { Attribute, Edge, Graph, Node } from '../../model.ts';
import { descriptorOf } from '../../node-type/registry.ts';
import { findAttribute } from '../../registry/lookup.ts';
import { splitList } from '../../registry/read-value.ts';
import { type Reference, references } from '../../substitution/references.ts';
import { codeSpans } from './code-spans.ts';

/** What a text is, that reads a key. */
export type ReadingKind = 'condition' | 'text' | 'command' | 'export';

/** One place at which a key is read. */
export interface Reading {
  readonly kind: ReadingKind;
  /** The names it may mean, longest first. */
  readonly candidates: readonly string[];
  readonly braced: boolean;
  readonly attribute: Attribute;
  /** Indexes into the attribute's text. */
  readonly part: Range;
  readonly node: Node;
  readonly edge?: Edge;
  /** True after the node has run, as conditions of its edges are. */
  readonly after: boolean;
  /** Stands in text that shows code. */
  readonly inCode: boolean;
}

/** Every reading of a graph, by nodes in file order, then conditions of edges (language.md 3, 4). Linear. */
export function* readingsOf(graph: Graph): Generator<Reading> {
  for (const node of graph.nodes.values()) yield* readingsOfNode(node);
  // A default gives one text to many edges; each edge reads at its own node.
  for (const edge of graph.edges) yield* readingsOfEdge(graph, edge);
}

function* readingsOfNode(node: Node): Generator<Reading> {
  for (const attribute of node.attributes.values()) {
    if (attribute.name === 'tool_env') yield* exportedKeys(node, attribute);
    else if (attribute.text.includes('$') && isRunText(node, attribute)) yield* readingsOfText(node, attribute);
  }
}

/** Texts that are substituted when their node runs (language.md 4). */
function isRunText(node: Node, { name }: Attribute): boolean {
  const { callsModel, decidedBy, requires, study } = descriptorOf(node.type);
  // What an agent of a study is told is never substituted: its prompt may show shell code.
  if (study === 'agent') return name === 'must_write';
  switch (name) {
    case 'prompt':
      return callsModel(node) || decidedBy === 'person';
    case 'label':
      return decidedBy === 'person' || (callsModel(node) && (node.attributes.get('prompt')?.text.trim() ?? '') === '');
    case 'description':
      return decidedBy === 'person';
    case 'must_write':
    case 'requires':
    case 'dot_file':
      return true;
    case 'tool_command':
      return requires.includes('tool_command');
    default:
      return name.startsWith('context.') && descriptorOf(node.type).childFile !== undefined;
  }
}

function* readingsOfText(node: Node, attribute: Attribute): Generator<Reading> {
  const kind = findAttribute('node', attribute.name)?.definition.type === 'command' ? 'command' : 'text';
  const isCode = kind === 'command' ? () => false : codeSpans(attribute.text);
  for (const { candidates, range, braced } of references(attribute.text) as readonly Reference[]) {
    yield { kind, candidates, braced, attribute, part: range, node, after: false, inCode: isCode(range.start) };
  }
}

function* exportedKeys(node: Node, attribute: Attribute): Generator<Reading> {
  let from = 0;
  for (const key of splitList(attribute.text)) {
    const start = attribute.text.indexOf(key, from);
    if (start < 0) continue;
    from = start + key.length;
    yield { kind: 'export', candidates: [key], braced: false, attribute, part: { start, end: from }, node, after: false, inCode: false };
  }
}

const ofOutcome: ReadonlySet<string> = new Set(['outcome', 'status', 'preferred_label', 'failure_class']);

function* readingsOfEdge(graph: Graph, edge: Edge): Generator<Reading> {
  const attribute = edge.attributes.get('condition');
  const node = graph.nodes.get(edge.from);
  if (edge.condition === undefined || attribute === undefined || node === undefined) return;
  for (const atom of conditionAtoms(edge.condition)) {
    if (ofOutcome.has(atom.key)) continue;
    const part = atom.kind === 'truthy' ? atom.range : atom.keyRange;
    yield { kind: 'condition', candidates: [atom.key], braced: true, attribute, part, node, edge, after: true, inCode: false };
  }
}
