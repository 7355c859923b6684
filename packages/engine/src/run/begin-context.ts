import { type Graph, graphValue } from '@attractor/pipeline';
import type { Json, JsonObject } from '../json.ts';

/** Names of parameters whose values are written nowhere (files.md 1). */
export function secretNames(graph: Graph): ReadonlySet<string> {
  return new Set(graphValue(graph, 'secret_params'));
}

export function secretsOf(graph: Graph, parameters: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const names = secretNames(graph);
  return new Map([...parameters].filter(([name]) => names.has(name)));
}

/** What may be shown and stored. */
export function publicParameters(graph: Graph, parameters: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const names = secretNames(graph);
  return new Map([...parameters].filter(([name]) => !names.has(name)));
}

/** The context before the start node (engine.md 1a, 2): graph attributes, parameters without the secret ones, the working directory, the counters. */
export function beginContext(graph: Graph, parameters: ReadonlyMap<string, string>, workingDirectory: string): JsonObject {
  const context: Record<string, Json> = {};
  for (const attribute of graph.attributes.values()) context[`graph.${attribute.name}`] = attribute.text;
  for (const [name, value] of publicParameters(graph, parameters)) context[name] = value;
  context['context.target_dir'] = workingDirectory;
  context['iteration'] = '0';
  context['loop_count'] = '0';
  return context;
}
