import type { Range } from '@attractor/dot';

export type CompletionKind = 'attribute' | 'value' | 'node' | 'key' | 'keyword' | 'file' | 'folder' | 'class' | 'operator' | 'rule';

/** Something that can stand at the cursor. */
export interface CompletionItem {
  readonly label: string;
  readonly kind: CompletionKind;
  /** A few words beside the label. */
  readonly detail?: string;
  /** Markdown. */
  readonly doc?: string;
  /** What replaces `range`; the label when absent. */
  readonly text?: string;
  /** The same as a snippet with `$0` for the cursor, for editors that know snippets. */
  readonly snippet?: string;
  readonly range: Range;
  /** Lists are shown in this order; lower first. */
  readonly rank: number;
}
