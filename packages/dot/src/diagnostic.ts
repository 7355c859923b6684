import type { Range } from './source.ts';

export type Severity = 'error' | 'warning' | 'info';

/** Replaces the text of `range` by `text`. Edits of one fix never overlap. */
export interface TextEdit {
  readonly range: Range;
  readonly text: string;
}

/** A safe change that removes the finding it belongs to. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
}

/** A finding of the parser. `message` names what was found and what was expected (language.md 1). */
export interface SyntaxDiagnostic {
  /** Stable kebab-case id, e.g. `unexpected-token`, `unterminated-string`, `undirected-edge`. */
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly range: Range;
  readonly fix?: Fix;
}
