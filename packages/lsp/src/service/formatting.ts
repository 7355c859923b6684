import { formatEdits, type Range, type TextEdit } from '@attractor/dot';
import type { Snapshot } from '../document/snapshot.ts';

/** The edits of `attractor fmt`; none while the text has syntax errors. With a range, those of the statements it touches. */
export function formatting(snapshot: Snapshot, range?: Range): readonly TextEdit[] {
  return formatEdits(snapshot.tree, range === undefined ? {} : { range });
}
