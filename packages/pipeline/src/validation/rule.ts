import type { Diagnostic } from '../diagnostic.ts';
import type { FileAccess } from '../files/file-access.ts';
import type { Graph } from '../model.ts';

/** What a rule may look at. */
export interface RuleContext {
  readonly graph: Graph;
  /** Absent where no file may be read; rules about files are silent then. */
  readonly files?: FileAccess;
  readonly workingDirectory: string;
  /** Declared parameters without a value: texts that name them cannot be judged yet. */
  readonly open: ReadonlySet<string>;
}

/** What a rule found; `severity` only where it differs from the rule's. */
export type Finding = Omit<Diagnostic, 'rule' | 'name' | 'severity' | 'page'> & { readonly severity?: Diagnostic['severity'] };

/** One check of a graph (language.md 7, 8): pure, reads descriptors and the registry, never type names. */
export interface Rule {
  readonly id: string;
  /** The name, where the id is a code. */
  readonly name?: string;
  readonly severity: Diagnostic['severity'];
  check(context: RuleContext): Iterable<Finding>;
}

/** The documentation page of a rule, relative to the project. */
export function rulePage(id: string): string {
  return `docs/rules/${id}.md`;
}
