import type { SourceFile } from '@attractor/dot';
import type { Diagnostic } from '../../diagnostic.ts';
import { type Rule, rulePage } from '../../validation/rule.ts';
import { validationRules } from '../../validation/rules/index.ts';
import { AllowIndex } from './allow-index.ts';
import { type Allow, readAllows } from './read-allows.ts';

/** The id of findings about allow comments themselves. */
export const allowRule = 'lint_allow';

/**
 * Findings without those that a comment `lint: allow RULE reason` silences, and what is to be said about the comments (language.md 8).
 * An ERROR of any rule but those of `lintRules` stays, whatever a comment says: it keeps the graph from running.
 */
export function applyAllows(source: SourceFile, diagnostics: readonly Diagnostic[], lintRules: readonly Rule[]): Diagnostic[] {
  const idOf = ruleNames(diagnostics, lintRules);
  const allows = readAllows(source, (word) => idOf(word) !== undefined || /^[A-Z]+-\d+$/.test(word));
  if (allows.length === 0) return [...diagnostics];

  const byRule = new Map<string, AllowIndex>();
  for (const allow of allows) {
    for (const word of allow.rules) {
      const id = idOf(word);
      if (id === undefined) continue;
      const index = byRule.get(id) ?? new AllowIndex();
      index.add(allow);
      byRule.set(id, index);
    }
  }
  const lintIds = new Set(lintRules.map(({ id }) => id));
  const used = new Map<Allow, Set<string>>();
  const kept = diagnostics.filter((item) => {
    if (item.severity === 'error' && !lintIds.has(item.rule)) return true;
    const silencing = byRule.get(item.rule)?.covering(item) ?? [];
    for (const allow of silencing) used.set(allow, (used.get(allow) ?? new Set()).add(item.rule));
    return silencing.length === 0;
  });
  return [...kept, ...allows.flatMap((allow) => [...findingsAbout(allow, used.get(allow) ?? new Set(), idOf)])];
}

/** The id behind an id or a name, case ignored; also of what only the parser or a transform reports. */
function ruleNames(diagnostics: readonly Diagnostic[], lintRules: readonly Rule[]): (word: string) => string | undefined {
  const ids = new Map<string, string>();
  for (const { rule } of diagnostics) ids.set(rule.toLowerCase(), rule);
  for (const { id, name } of [...validationRules, ...lintRules]) {
    ids.set(id.toLowerCase(), id);
    if (name !== undefined) ids.set(name.toLowerCase(), id);
  }
  return (word) => ids.get(word.toLowerCase());
}

function* findingsAbout(allow: Allow, used: ReadonlySet<string>, idOf: (word: string) => string | undefined): Generator<Diagnostic> {
  const finding = (severity: Diagnostic['severity'], message: string): Diagnostic => ({
    rule: allowRule,
    severity,
    message,
    range: allow.range,
    page: rulePage(allowRule),
  });
  if (allow.rules.length === 0) {
    yield finding('warning', 'this comment names no rule; write `lint: allow RULE reason`');
    return;
  }
  if (allow.reason === '') {
    yield finding('warning', `this comment gives no reason; say after \`${allow.rules.join(', ')}\` why it is right here`);
  }
  const where = allow.scope === undefined ? 'in this file' : 'in the statement below';
  for (const word of allow.rules) {
    const id = idOf(word);
    if (id === undefined) yield finding('info', `no rule is called \`${word}\`: this comment silences nothing`);
    else if (!used.has(id)) yield finding('info', `\`${word}\` finds nothing ${where}: this comment silences nothing and can go`);
  }
}
