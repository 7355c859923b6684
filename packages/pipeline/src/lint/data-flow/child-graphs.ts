import { parse, SourceFile } from '@attractor/dot';
import { buildGraph } from '../../build/build-graph.ts';
import type { Graph, Node } from '../../model.ts';
import { childSubgraph } from '../../topology/child-subgraph.ts';
import { staticChildren } from '../../validation/child-files.ts';
import type { ReadOptions } from './written.ts';

/** The nodes that run as a node's child: those of a file, or of a subgraph of the same graph. */
export interface ChildNodes {
  readonly graph: Graph;
  readonly nodes: Iterable<Node>;
}

const cache = new WeakMap<Graph, ReadonlyMap<string, ChildNodes>>();

/** The children that are known before the run, by the node that runs them. Read once for a graph. */
export function childGraphs(graph: Graph, { files, workingDirectory }: ReadOptions): ReadonlyMap<string, ChildNodes> {
  const known = cache.get(graph);
  if (known !== undefined) return known;
  const children = new Map<string, ChildNodes>();
  for (const node of graph.nodes.values()) {
    const inside = childSubgraph(graph, node.id);
    if (inside !== undefined) children.set(node.id, { graph, nodes: [...graph.nodes.values()].filter(({ id }) => inside.nodes.has(id)) });
  }
  if (files !== undefined && workingDirectory !== undefined) {
    const byPath = new Map<string, Graph>();
    for (const { node, path } of staticChildren(graph, workingDirectory)) {
      let child = byPath.get(path);
      const text = child === undefined ? files.readText(path) : undefined;
      if (text !== undefined) {
        child = buildGraph(parse(new SourceFile(path, text)), path).graph;
        byPath.set(path, child);
      }
      if (child !== undefined) children.set(node.id, { graph: child, nodes: [...child.nodes.values()] });
    }
    cache.set(graph, children);
  }
  return children;
}
