import { rootFolder } from '../files/folder.ts';
import { childFolder } from '../files/node-directory.ts';
import type { Usage } from '../outcome.ts';
import type { FrameId, RunState } from '../state/state.ts';
import { placeOf } from '../step/transition.ts';
import { addUsage } from '../step/usage.ts';

/**
 * What children of visits in progress had used when the run stopped, by frame. They go on one after the other, and until the
 * last one has, its part of the budget must not be lent to the others. `read` folds the journal of a child; undefined: none.
 */
export function spentBelow(directory: string, state: RunState, read: (directory: string) => RunState | undefined): Map<FrameId, Usage> {
  const found = new Map<FrameId, Usage>();
  const waiting = childrenOf(directory, state);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { frame, directory: place } = next;
    const child = read(place);
    if (child === undefined) continue;
    found.set(frame, addUsage(child.usage, found.get(frame)));
    // A child that has ended has said it all; what is in progress in one that has not is not in its own records either.
    for (const deeper of childrenOf(place, child)) waiting.push({ frame, directory: deeper.directory });
  }
  return found;
}

function childrenOf(directory: string, { frames }: RunState): { readonly frame: FrameId; readonly directory: string }[] {
  const root = rootFolder(directory, false);
  return [...frames.values()].flatMap((frame) => {
    const { position } = frame;
    if (position.at !== 'running' && position.at !== 'waiting' && position.at !== 'parked') return [];
    const { node, visit, children } = position.visit;
    return [...children.values()].map((n) => ({ frame: frame.id, directory: childFolder(root, placeOf(frame, node, visit), n) }));
  });
}
