import type { Range } from '@attractor/dot';
import { type WorstCase, worstCase } from '@attractor/pipeline';
import { perSnapshot, type Snapshot } from '../document/snapshot.ts';

/** A line above some text; a command for the editor to carry out where it has one. */
export interface Lens {
  readonly range: Range;
  readonly title: string;
  readonly command?: 'attractor.run';
}

/** Above the graph: run it, and the most that a run can do; above the first node of a cycle its own bound (language.md 8). */
export function lenses(snapshot: Snapshot): Lens[] {
  const { graph } = snapshot.tree;
  if (graph === undefined) return [];
  const range = { start: graph.range.start, end: graph.range.start };
  const found: Lens[] = [];
  if (snapshot.file !== undefined) found.push({ range, title: 'Run', command: 'attractor.run' });
  if (snapshot.graph.nodes.size === 0) return found;
  const worst = worstOf(snapshot);
  found.push({ range, title: graphTitle(worst) });
  for (const cycle of worst.cycles) {
    const first = snapshot.graph.nodes.get(cycle.cycle[0] ?? '');
    if (first !== undefined) found.push({ range: { start: first.range.start, end: first.range.start }, title: cycleTitle(cycle) });
  }
  return found;
}

const worstOf = perSnapshot((snapshot: Snapshot): WorstCase => {
  const { files, workingDirectory } = snapshot;
  return worstCase(snapshot.graph, { files, workingDirectory });
});

function graphTitle({ visits, modelCalls, bounded, unread }: WorstCase): string {
  const rest = unread.length === 0 ? '' : `, without ${unread.length === 1 ? 'a child' : `${unread.length} children`} that cannot be read`;
  return `At most ${count(visits, 'visit')}, ${count(modelCalls, 'model call')}${bounded ? '' : ', a cycle has no bound of its own'}${rest}`;
}

function cycleTitle({ cycle, bounded, visits, modelCalls }: WorstCase['cycles'][number]): string {
  const way = [...cycle.slice(0, 5), ...(cycle.length > 5 ? ['…'] : []), cycle[0] ?? ''].join(' → ');
  return `Cycle ${way}: ${bounded ? `at most ${count(visits, 'visit')}, ${count(modelCalls, 'model call')}` : 'no bound of its own'}`;
}

function count(value: number, word: string): string {
  if (!Number.isFinite(value)) return `any number of ${word}s`;
  return `${value.toLocaleString('en')} ${word}${value === 1 ? '' : 's'}`;
}
