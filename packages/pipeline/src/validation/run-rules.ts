import type { Diagnostic } from '../diagnostic.ts';
import { type Rule, type RuleContext, rulePage } from './rule.ts';

/** Runs all rules; one that throws becomes an ERROR and hides nothing of the others (language.md 7). In order of rules. */
export function runRules(rules: readonly Rule[], context: RuleContext): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const rule of rules) {
    try {
      for (const finding of rule.check(context)) {
        const { severity, ...rest } = finding;
        found.push({
          rule: rule.id,
          ...(rule.name === undefined ? {} : { name: rule.name }),
          severity: severity ?? rule.severity,
          ...rest,
          page: rulePage(rule.id),
        });
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      found.push({
        rule: rule.id,
        severity: 'error',
        message: `the rule \`${rule.id}\` itself failed: ${reason}`,
        page: rulePage(rule.id),
      });
    }
  }
  return found;
}
