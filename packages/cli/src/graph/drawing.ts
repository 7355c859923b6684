import type { Edge, Graph, Group, Node } from '@attractor/pipeline';
import { Digraph, Edge as DrawnEdge, Node as DrawnNode, Subgraph, toDot } from 'ts-graphviz';
import { oneLine } from '../terminal/sanitize.ts';

const shapeNames = [
  'Mdiamond',
  'Msquare',
  'box',
  'hexagon',
  'diamond',
  'component',
  'tripleoctagon',
  'parallelogram',
  'house',
  'folder',
] as const;
type Shape = (typeof shapeNames)[number];

/** Shape of a node that states its type and no shape. */
const shapeOfType: Readonly<Record<string, Shape>> = {
  start: 'Mdiamond',
  exit: 'Msquare',
  'wait.human': 'hexagon',
  conditional: 'diamond',
  parallel: 'component',
  'parallel.fan_in': 'tripleoctagon',
  tool: 'parallelogram',
  'stack.manager_loop': 'house',
  pipeline: 'folder',
};

const fills: Readonly<Record<string, string>> = {
  success: '#c8e6c9',
  partial_success: '#e6ee9c',
  retry: '#ffe082',
  fail: '#ffcdd2',
  skipped: '#eeeeee',
  running: '#bbdefb',
};

const labelLimit = 60;

/** Layout has metrics of no `sans-serif`; these are wide ones, so that labels also fit in what another machine has instead. */
const fontname = 'Verdana';

/**
 * Graphviz-safe DOT of a pipeline: every id and label quoted, our own attributes left out, groups as clusters,
 * nodes coloured by `statuses`. Labels are text: neither HTML nor Graphviz escapes of the file reach the drawing.
 */
export function drawingDot(graph: Graph, statuses: ReadonlyMap<string, string>): string {
  const drawing = new Digraph('pipeline', { rankdir: rankdir(graph), fontname, compound: true });
  const goal = graph.attributes.get('goal')?.text ?? '';
  drawing.apply({ label: literal(goal === '' ? graph.name : `${graph.name}: ${goal}`), labelloc: 't' });
  drawing.attributes.node.apply({ fontname, fontsize: 11, style: 'filled', fillcolor: '#ffffff' });
  drawing.attributes.edge.apply({ fontname, fontsize: 9 });
  const nodes = new Map([...graph.nodes.values()].map((node) => [node.id, drawNode(node, statuses.get(node.id))]));
  const clusters = drawGroups(graph.groups, drawing);
  for (const node of graph.nodes.values()) {
    const home = clusters.get(node.groups.at(-1) ?? '') ?? drawing;
    const drawn = nodes.get(node.id);
    if (drawn !== undefined) home.addNode(drawn);
  }
  for (const edge of graph.edges) {
    const from = nodes.get(edge.from);
    const to = nodes.get(edge.to);
    if (from !== undefined && to !== undefined) drawing.addEdge(drawEdge(edge, from, to));
  }
  return toDot(drawing);
}

function rankdir(graph: Graph): 'LR' | 'TB' | 'BT' | 'RL' {
  const wanted = graph.attributes.get('rankdir')?.text;
  return wanted === 'LR' || wanted === 'BT' || wanted === 'RL' ? wanted : 'TB';
}

function drawGroups(groups: readonly Group[], drawing: Digraph): Map<string, Subgraph> {
  const clusters = new Map<string, Subgraph>();
  groups.forEach((group, i) => {
    clusters.set(group.id, new Subgraph(`cluster_${i}`, { label: literal(group.label), color: '#bdbdbd', fontname, fontsize: 10 }));
  });
  for (const group of groups) {
    const cluster = clusters.get(group.id);
    if (cluster !== undefined) (clusters.get(group.parent ?? '') ?? drawing).addSubgraph(cluster);
  }
  return clusters;
}

function drawNode(node: Node, status: string | undefined): DrawnNode {
  const own = node.attributes.get('shape')?.text ?? '';
  const shape = shapeOfType[node.type] ?? shapeNames.find((name) => name === own) ?? 'box';
  const label = node.attributes.get('label')?.text ?? '';
  const gate = node.attributes.get('goal_gate')?.text.toLowerCase() === 'true';
  return new DrawnNode(`n_${node.id}`, {
    shape,
    label: literal(label === '' || label === node.id ? node.id : `${node.id}\n${label}`),
    tooltip: literal(`${node.id} (${node.type})${status === undefined ? '' : `: ${status}`}`),
    fillcolor: fills[status ?? ''] ?? '#ffffff',
    ...(gate ? { penwidth: 2.5 } : {}),
  });
}

function drawEdge(edge: Edge, from: DrawnNode, to: DrawnNode): DrawnEdge {
  const label = edge.attributes.get('label')?.text ?? '';
  const condition = edge.attributes.get('condition')?.text ?? '';
  const text = [label, condition === '' ? '' : `[${condition}]`].filter((part) => part !== '').join('\n');
  return new DrawnEdge([from, to], {
    ...(text === '' ? {} : { label: literal(text) }),
    ...(edge.attributes.get('loop_restart')?.text.toLowerCase() === 'true' ? { style: 'bold', color: '#1565c0' } : {}),
    ...(edge.attributes.get('kind')?.text === 'delegates' ? { style: 'dashed' } : {}),
  });
}

/** Foreign text as a Graphviz label: escapes disarmed, lines cut, never taken for HTML. */
function literal(text: string): string {
  const lines = text.split('\n').map((line) => {
    const safe = oneLine(line);
    return safe.length > labelLimit ? `${safe.slice(0, labelLimit - 1)}…` : safe;
  });
  const joined = lines.slice(0, 6).join('\n').replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
  // ts-graphviz takes `<..>`, also with blanks around it, for HTML; a zero-width space is no blank.
  return joined.trimStart().startsWith('<') ? `\u200b${joined}` : joined;
}
