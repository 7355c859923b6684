import type { Graph } from '@attractor/pipeline';
import { holdsRun, readJournal } from '../files/index.ts';
import { storedGraph } from './stored-graph.ts';

/** A child whose journal says that it began: a crash may have come before. */
export function hasBegun(directory: string): boolean {
  return holdsRun(directory) && readJournal(directory).lines.some(({ value }) => value['t'] === 'begin' || value['t'] === 'state');
}

/** The graph with which a child began; undefined when it has not. */
export function begunChild(directory: string | undefined): Graph | undefined {
  return directory !== undefined && hasBegun(directory) ? storedGraph(directory, 0) : undefined;
}
