import type { SourceFile } from '@attractor/dot';
import type { Diagnostic } from '../diagnostic.ts';
import type { Graph } from '../model.ts';
import { type Prepared, type PrepareOptions, prepare } from '../prepare.ts';
import { type ValidateOptions, validate } from '../validation/validate.ts';
import { applyAllows } from './allow/apply-allows.ts';
import { lintRules } from './rules/index.ts';

/** Validation and the author-time advice of language.md 8, which a run never consults; allow comments are obeyed. Never throws. */
export function lint(graph: Graph, options: ValidateOptions = {}): Diagnostic[] {
  const found = validate(graph, { ...options, extraRules: [...lintRules, ...(options.extraRules ?? [])] });
  return applyAllows(graph.source, found, lintRules);
}

/** `prepare` with the advice of language.md 8 among its diagnostics: what `attractor lint` and editors show of a text. */
export function lintSource(source: SourceFile, options: PrepareOptions): Prepared {
  const prepared = prepare(source, { ...options, extraRules: [...lintRules, ...(options.extraRules ?? [])] });
  const diagnostics = applyAllows(source, prepared.diagnostics, lintRules);
  return { ...prepared, diagnostics, ok: !diagnostics.some((item) => item.severity === 'error') };
}
