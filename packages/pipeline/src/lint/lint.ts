import type { Diagnostic } from '../diagnostic.ts';
import type { Graph } from '../model.ts';
import { type ValidateOptions, validate } from '../validation/validate.ts';
import { lintRules } from './rules/index.ts';

/** Validation and the author-time advice of language.md 8, which a run never consults. Never throws. */
export function lint(graph: Graph, options: ValidateOptions = {}): Diagnostic[] {
  return validate(graph, { ...options, extraRules: [...lintRules, ...(options.extraRules ?? [])] });
}
