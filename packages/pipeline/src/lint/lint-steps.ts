import type { Diagnostic } from '../diagnostic.ts';
import type { Graph } from '../model.ts';
import { validationRules } from '../validation/rules/index.ts';
import { runRules } from '../validation/run-rules.ts';
import type { ValidateOptions } from '../validation/validate.ts';
import { lintRules } from './rules/index.ts';

/**
 * The findings of `lint`, allow comments not yet applied, one step a rule, so that an editor can stop between two (language.md 7, 8).
 * Never throws.
 */
export function* lintSteps(graph: Graph, options: ValidateOptions = {}): Generator<readonly Diagnostic[], void, void> {
  const { files, workingDirectory = process.cwd(), open = new Set<string>(), extraRules = [] } = options;
  const context = { graph, workingDirectory, open, ...(files === undefined ? {} : { files }) };
  for (const rule of [...validationRules, ...lintRules, ...extraRules]) yield runRules([rule], context);
}
