import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Graph, graphFromResolved } from '@attractor/pipeline';
import { reading } from '../files/index.ts';
import type { JsonObject } from '../json.ts';

/** The k-th graph of a run: the one it began with, or one that `--accept-graph` took over. A `StoreError` when it cannot be read. */
export function storedGraph(directory: string, index: number): Graph {
  const path = join(directory, index === 0 ? 'graph.resolved.json' : `graph.resolved.${index}.json`);
  return reading(path, () => graphFromResolved(JSON.parse(readFileSync(path, 'utf8')) as JsonObject));
}
