/** One change of a patch, in the order it was written. */
export type FileChange =
  | { readonly kind: 'add'; readonly path: string; readonly lines: readonly string[] }
  | { readonly kind: 'delete'; readonly path: string }
  | { readonly kind: 'update'; readonly path: string; readonly moveTo?: string; readonly hunks: readonly Hunk[] };

/** Lines to find and what to put in their place. */
export interface Hunk {
  /** Line of the patch, from 1, for messages. */
  readonly line: number;
  /** Texts behind `@@`, outermost first: each is found after the one before, and the hunk after the last. */
  readonly anchors: readonly string[];
  readonly lines: readonly { readonly kind: 'keep' | 'remove' | 'add'; readonly text: string }[];
  /** `*** End of File`: the old lines are the file's last. */
  readonly atEnd: boolean;
}

export type ParsedPatch = { readonly ok: true; readonly changes: readonly FileChange[] } | { readonly ok: false; readonly problem: string };
