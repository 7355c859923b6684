import type { Range } from '@attractor/dot';
import { nodeLabel } from '@attractor/pipeline';
import type { Snapshot } from '../document/snapshot.ts';
import { statementsOf } from '../document/walk-tree.ts';

/** A line of a document's outline. */
export interface DocumentSymbol {
  readonly name: string;
  readonly detail: string;
  readonly kind: 'graph' | 'group' | 'node';
  readonly range: Range;
  readonly nameRange: Range;
  readonly children: DocumentSymbol[];
}

/** Editors read the outline recursively; deeper groups are shown in the one around them. */
const MAX_DEPTH = 50;

/** The graph, its groups as the file nests them, and in each the nodes whose statements stand there. */
export function documentSymbols(snapshot: Snapshot): DocumentSymbol[] {
  const { tree, graph } = snapshot;
  if (tree.graph === undefined) return [];
  const { id, range } = tree.graph;
  const detail = graph.attributes.get('goal')?.text ?? '';
  const root: DocumentSymbol = {
    name: id?.text || 'digraph',
    detail: detail.split(/[\r\n]/, 1)[0] ?? '',
    kind: 'graph',
    range,
    nameRange: id?.range ?? { start: range.start, end: range.start },
    children: [],
  };
  const open = new Map<object | undefined, DocumentSymbol>([[undefined, root]]);
  const groups = new Map(graph.groups.map((group) => [group.range.start, group]));
  for (const { statement, depth, within } of statementsOf(snapshot)) {
    const parent = open.get(within) ?? groupOfEnd(open, root, within, snapshot, groups);
    if (statement.kind === 'subgraph') {
      const symbol = groupSymbol(statement, groups.get(statement.range.start)?.label ?? '');
      open.set(statement, depth < MAX_DEPTH ? symbol : parent);
      if (depth < MAX_DEPTH) parent.children.push(symbol);
    } else if (statement.kind === 'node') {
      const node = graph.nodes.get(statement.node.id.text);
      if (node === undefined || node.range.start !== statement.range.start) continue;
      const label = nodeLabel(node);
      parent.children.push({
        name: node.id === '' ? '""' : node.id,
        detail: label === node.id ? node.type : `${node.type}: ${label.split(/[\r\n]/, 1)[0]}`,
        kind: 'node',
        range: statement.range,
        nameRange: statement.node.id.range,
        children: [],
      });
    }
  }
  return [root];
}

type GroupStatement = NonNullable<ReturnType<typeof statementsOf>[number]['within']>;

function groupSymbol(group: GroupStatement, label: string): DocumentSymbol {
  const { id, range } = group;
  const name = id?.text || label || 'group';
  const nameRange = id?.range ?? { start: range.start, end: range.start + 1 };
  return { name, detail: label === name ? '' : label, kind: 'group', range, nameRange, children: [] };
}

/** A group that is an end of an edge has no statement of its own; its symbol is made when its first statement comes. */
function groupOfEnd(
  open: Map<object | undefined, DocumentSymbol>,
  root: DocumentSymbol,
  group: GroupStatement | undefined,
  snapshot: Snapshot,
  groups: ReadonlyMap<number, { readonly label: string }>,
): DocumentSymbol {
  if (group === undefined || snapshot.tree.graph === undefined) return root;
  const symbol = groupSymbol(group, groups.get(group.range.start)?.label ?? '');
  open.set(group, symbol);
  root.children.push(symbol);
  return symbol;
}
