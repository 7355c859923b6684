import type { Diagnostic } from '../diagnostic.ts';
import type { FileAccess } from '../files/file-access.ts';
import type { Graph } from '../model.ts';
import type { Rule } from './rule.ts';
import { validationRules } from './rules/index.ts';
import { runRules } from './run-rules.ts';

export interface ValidateOptions {
  /** Rules about child files are silent without it. */
  readonly files?: FileAccess;
  /** Absolute; where paths of a graph without a file begin. The process's by default. */
  readonly workingDirectory?: string;
  /** Parameters without a value: durations and ranges that name them are not judged. */
  readonly open?: ReadonlySet<string>;
  readonly extraRules?: readonly Rule[];
}

/** Checks a transformed graph by all rules and the extra ones; decides whether a run starts (language.md 7). Never throws. */
export function validate(graph: Graph, options: ValidateOptions = {}): Diagnostic[] {
  const { files, workingDirectory = process.cwd(), open = new Set<string>(), extraRules = [] } = options;
  return runRules([...validationRules, ...extraRules], { graph, workingDirectory, open, ...(files === undefined ? {} : { files }) });
}

/** A graph with ERRORs was to run. */
export class ValidationError extends Error {
  override readonly name = 'ValidationError';
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    const errors = diagnostics.filter((item) => item.severity === 'error');
    super(`the pipeline is not valid:\n${errors.map((item) => `  ${item.rule}: ${item.message}`).join('\n')}`);
    this.diagnostics = diagnostics;
  }
}

/** `validate`, but throws a `ValidationError` with all findings when one of them is an ERROR. */
export function validateOrThrow(graph: Graph, options: ValidateOptions = {}): Diagnostic[] {
  const diagnostics = validate(graph, options);
  if (diagnostics.some((item) => item.severity === 'error')) throw new ValidationError(diagnostics);
  return diagnostics;
}
