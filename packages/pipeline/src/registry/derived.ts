import type { Graph, Node } from '../model.ts';
import { graphValue, nodeValue } from './value.ts';

/** A node's display name: its label, else its id (language.md 2). */
export function nodeLabel(node: Node): string {
  return nodeValue(node, 'label') ?? node.id;
}

/** `max_steps`, or 50 times the nodes and at least 1000 (language.md 2). */
export function maxSteps(graph: Graph): number {
  return graphValue(graph, 'max_steps') ?? Math.max(1000, 50 * graph.nodes.size);
}

/** Own classes of a node: its `class` attribute split at commas and white space. */
export function splitClasses(text: string): string[] {
  return text.split(/[\s,]+/).filter((name) => name !== '');
}
