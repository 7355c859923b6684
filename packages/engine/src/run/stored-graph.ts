import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Graph, graphFromResolved } from '@attractor/pipeline';
import type { JsonObject } from '../json.ts';

/** The k-th graph of a run: the one it began with, or one that `--accept-graph` took over. */
export function storedGraph(directory: string, index: number): Graph {
  const name = index === 0 ? 'graph.resolved.json' : `graph.resolved.${index}.json`;
  return graphFromResolved(JSON.parse(readFileSync(join(directory, name), 'utf8')) as JsonObject);
}
