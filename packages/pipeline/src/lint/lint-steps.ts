import type { Diagnostic } from '../diagnostic.ts';
import type { Graph } from '../model.ts';
import type { Rule } from '../validation/rule.ts';
import { validationRules } from '../validation/rules/index.ts';
import { runRules } from '../validation/run-rules.ts';
import type { ValidateOptions } from '../validation/validate.ts';
import { lintRules } from './rules/index.ts';

export interface LintStepsOptions extends ValidateOptions {
  /** Findings of a rule that are known already: the rule is not run. */
  readonly known?: (rule: Rule) => readonly Diagnostic[] | undefined;
}

/** What one rule found. */
export interface LintStep {
  readonly rule: Rule;
  readonly found: readonly Diagnostic[];
}

/**
 * The findings of `lint`, allow comments not yet applied, one step a rule, so that an editor can stop between two (language.md 7, 8).
 * Never throws.
 */
export function* lintSteps(graph: Graph, options: LintStepsOptions = {}): Generator<LintStep, void, void> {
  const { files, workingDirectory = process.cwd(), open = new Set<string>(), extraRules = [], known } = options;
  const context = { graph, workingDirectory, open, ...(files === undefined ? {} : { files }) };
  for (const rule of [...validationRules, ...lintRules, ...extraRules]) yield { rule, found: known?.(rule) ?? runRules([rule], context) };
}
