import type { Diagnostic, Rule } from '@attractor/pipeline';
import type { Snapshot } from '../document/snapshot.ts';
import { quietChange, shifted, type TextChange } from '../document/text-change.ts';
import type { Basis } from './diagnostics.ts';

/**
 * Rules that look at ways, conditions and kinds, but at no text of a prompt, label, description or goal, and that cost the most
 * (language.md 8). A rule that is not here runs at every version.
 */
const structural: ReadonlySet<string> = new Set(
  '001 002 003 004 005 006 007 008 009 010 011 012 013'.split(' ').map((number) => `TOPO-${number}`),
);

/** The findings of an earlier version that still hold, by rule; undefined when the change is none of a text alone. */
export function takenOver(basis: Basis, snapshot: Snapshot): ((rule: Rule) => readonly Diagnostic[] | undefined) | undefined {
  const change = quietChange(basis.snapshot, snapshot);
  if (change === undefined) return undefined;
  return ({ id }) => {
    const before = structural.has(id) ? basis.byRule.get(id) : undefined;
    const after = before?.map((item) => moved(item, change));
    return after?.every((item) => item !== undefined) === true ? after : undefined;
  };
}

/** A finding at its new place; undefined when the change cuts into it. */
function moved(item: Diagnostic, change: TextChange): Diagnostic | undefined {
  const range = item.range === undefined ? undefined : shifted(item.range, change);
  const edits = item.fix?.edits.map((edit) => ({ text: edit.text, range: shifted(edit.range, change) }));
  if ((item.range !== undefined && range === undefined) || edits?.some((edit) => edit.range === undefined) === true) return undefined;
  const kept = edits?.flatMap((edit) => (edit.range === undefined ? [] : [{ text: edit.text, range: edit.range }]));
  return {
    ...item,
    ...(range === undefined ? {} : { range }),
    ...(item.fix === undefined || kept === undefined ? {} : { fix: { title: item.fix.title, edits: kept } }),
  };
}
