import path from 'node:path';
import type { Graph } from '../model.ts';

/** The absolute path that a path in a graph means: absolute as it is, else beside the graph's file, else in the working directory (§10). */
export function resolvePath(graph: Graph, written: string, workingDirectory: string): string {
  if (path.isAbsolute(written)) return path.normalize(written);
  return path.resolve(graph.file === undefined ? workingDirectory : path.dirname(graph.file), written);
}
