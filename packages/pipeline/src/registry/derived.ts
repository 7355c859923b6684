import type { Graph, Node } from '../model.ts';
import { graphValue, nodeValue } from './value.ts';

/** A node's display name: its label, else its id (language.md 2). */
export function nodeLabel(node: Node): string {
  return nodeValue(node, 'label') ?? node.id;
}

/** A hub's turns are visits: what bounds a study is its time and money (study-rulings.md A3). */
const stepsOfStudy = 100_000;

/** `max_steps`, or 50 times the nodes and at least 1000 (language.md 2), 100,000 in a study. */
export function maxSteps(graph: Graph): number {
  if (graphValue(graph, 'study')) return graphValue(graph, 'max_steps') ?? stepsOfStudy;
  return graphValue(graph, 'max_steps') ?? Math.max(1000, 50 * graph.nodes.size);
}

/** Own classes of a node: its `class` attribute split at commas and white space. */
export function splitClasses(text: string): string[] {
  return text.split(/[\s,]+/).filter((name) => name !== '');
}

/** Milliseconds after which a study's own clock has ended it: `budget` x `run_backstop_multiple` + 2 x `stop_grace_s`; undefined without one (A3). */
export function windDownTime(graph: Graph): number | undefined {
  const budget = graphValue(graph, 'budget');
  const multiple = graphValue(graph, 'run_backstop_multiple');
  if (!graphValue(graph, 'study') || budget === undefined || multiple <= 0) return undefined;
  return Math.round(budget * multiple + 2 * graphValue(graph, 'stop_grace_s'));
}
