import type { Condition } from './condition.ts';

/** The comparisons and bare keys of a condition, in source order. */
export type ConditionAtom = Extract<Condition, { kind: 'truthy' } | { kind: 'comparison' }>;

export function conditionAtoms(condition: Condition): ConditionAtom[] {
  const atoms: ConditionAtom[] = [];
  const pending: Condition[] = [condition];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.kind === 'truthy' || next.kind === 'comparison') atoms.push(next);
    else if (next.kind === 'not') pending.push(next.operand);
    else for (const operand of next.operands.toReversed()) pending.push(operand);
  }
  return atoms;
}

/** The keys a condition reads, as written, each once, in source order (language.md 3). */
export function conditionKeys(condition: Condition): string[] {
  return [...new Set(conditionAtoms(condition).map((atom) => atom.key))];
}

const OUTCOME_KEYS: ReadonlySet<string> = new Set(['outcome', 'status', 'preferred_label', 'failure_class']);

/** True when the condition reads the outcome: at a component such an edge is a route, not a branch (engine.md 8). */
export function mentionsOutcome(condition: Condition): boolean {
  return conditionAtoms(condition).some((atom) => OUTCOME_KEYS.has(atom.key));
}
