import { applyAllows, type Diagnostic, lintRules, lintSteps } from '@attractor/pipeline';
import type { Snapshot } from '../document/snapshot.ts';
import { takenOver } from './taken-over.ts';

/** Findings of one document for an editor. */
export interface Findings {
  readonly diagnostics: readonly Diagnostic[];
  /** How many more there are than are shown. */
  readonly left: number;
  /** What the next check of the same document may take over. */
  readonly basis: Basis;
}

/** What rules found in one version of a document. */
export interface Basis {
  readonly snapshot: Snapshot;
  readonly byRule: ReadonlyMap<string, readonly Diagnostic[]>;
}

/** More than this nobody reads, and editors choke on. */
const MAX_SHOWN = 500;

/** Each step is one rule or one stage; between two an editor may stop. */
export type Steps<T> = Generator<void, T, void>;

export interface DiagnoseOptions {
  /** Asked between rules: once it is true the rest is left out, and an INFO says so. */
  readonly expired?: () => boolean;
  /** The check of an earlier version: what an edit inside a text cannot have changed is taken over. */
  readonly basis?: Basis | undefined;
}

/**
 * Everything `attractor lint` says about a text: syntax, transforms, validation and lint, allow comments obeyed (language.md 7, 8).
 * With a basis the same, sooner. Never throws.
 */
export function* diagnose(snapshot: Snapshot, { expired = () => false, basis }: DiagnoseOptions = {}): Steps<Findings> {
  const { source, tree } = snapshot;
  yield;
  const { graph, diagnostics, parameters } = snapshot.transformed;
  const found: Diagnostic[] = [...diagnostics];
  const byRule = new Map<string, readonly Diagnostic[]>();
  yield;
  if (tree.graph !== undefined) {
    const { files, workingDirectory } = snapshot;
    const known = basis === undefined ? undefined : takenOver(basis, snapshot);
    const options = { files, workingDirectory, open: parameters.open, ...(known === undefined ? {} : { known }) };
    for (const step of lintSteps(graph, options)) {
      byRule.set(step.rule.id, step.found);
      found.push(...step.found);
      if (expired()) {
        found.push(cutShort);
        break;
      }
      yield;
    }
  }
  const allowed = applyAllows(source, found, lintRules);
  return { ...shown(withoutOutside(snapshot, distinct(allowed))), basis: { snapshot, byRule } };
}

/** `diagnose` in one go, for tests and programs. */
export function allDiagnostics(snapshot: Snapshot): Findings {
  return runSteps(diagnose(snapshot));
}

function runSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

const cutShort: Diagnostic = {
  rule: 'lint_time',
  severity: 'info',
  message: 'checking this file takes too long while it is edited: some rules were left out; `attractor lint` runs all',
};

/** The same words at the same place count once. */
function distinct(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const seen = new Set<string>();
  return diagnostics.filter(({ rule, message, range }) => {
    const key = `${range?.start} ${rule} ${message}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

const FILE_RULES: ReadonlySet<string> = new Set(['prompt_file', 'script_file', 'dot_file_missing', 'response_schema_valid']);
const PATH = /(?:^|\s)((?:[A-Za-z]:)?[\\/].*?)(?:,? (?:which|cannot|holds)\b|$)/;

/** Of a file outside the folders that an editor may read, nothing is known: an INFO in place of an ERROR that may be wrong. */
function withoutOutside(snapshot: Snapshot, diagnostics: Diagnostic[]): Diagnostic[] {
  return diagnostics.map((item) => {
    if (!FILE_RULES.has(item.rule)) return item;
    const file = PATH.exec(item.message)?.[1];
    if (file === undefined || snapshot.files.isInside(file)) return item;
    const where = snapshot.file === undefined ? 'the document has no file yet' : 'it is outside the folders open in the editor';
    return { ...item, severity: 'info', message: `${file} is not looked at here: ${where}` };
  });
}

function shown(diagnostics: Diagnostic[]): Omit<Findings, 'basis'> {
  const rank = { error: 0, warning: 1, info: 2 } as const;
  if (diagnostics.length <= MAX_SHOWN) return { diagnostics: diagnostics.sort(inReadingOrder), left: 0 };
  const worst = diagnostics.sort((a, b) => rank[a.severity] - rank[b.severity] || inReadingOrder(a, b)).slice(0, MAX_SHOWN);
  return { diagnostics: worst.sort(inReadingOrder), left: diagnostics.length - MAX_SHOWN };
}

function inReadingOrder(a: Diagnostic, b: Diagnostic): number {
  return (a.range?.start ?? -1) - (b.range?.start ?? -1);
}
