import type { Fix, Range, Severity } from '@attractor/dot';

/** A finding about a graph (language.md 7). Syntax errors of the parser are converted into this form too. */
export interface Diagnostic {
  /** Rule id: the name for validation rules (`start_node`), the code for lint rules (`TOPO-001`). */
  readonly rule: string;
  /** The rule's name where the id is a code (`dead_conditional_edge`). */
  readonly name?: string;
  readonly severity: Severity;
  readonly message: string;
  readonly range?: Range;
  readonly node?: string;
  readonly edge?: { readonly from: string; readonly to: string };
  readonly fix?: Fix;
  /** Path of the documentation page, relative to the project, e.g. `docs/rules/start_node.md`. */
  readonly page?: string;
}
