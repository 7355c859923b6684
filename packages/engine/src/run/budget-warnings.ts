import type { Graph } from '@attractor/pipeline';
import type { EventData } from '../event.ts';
import type { Spending } from '../handler.ts';
import type { RunState } from '../state/state.ts';
import { budgets, isNearlyUsed } from '../step/limits.ts';

export type BudgetWarning = Extract<EventData, { readonly type: 'budget.warning' | 'budget.exceeded' }>;

/**
 * One warning for each budget and segment of a run, at the first moment when most of it is used: while nodes and children are
 * at work, not only when they have ended (backends.md 4).
 */
export interface BudgetWarnings {
  /** At the beginning of a segment: what was used before is no news. */
  arm(): void;
  /** Warns when what is used, recorded or not, has become most of a budget. */
  look(used: Spending): void;
}

export function budgetWarnings(
  graph: Graph,
  state: () => RunState,
  isChild: boolean,
  emit: (warning: BudgetWarning) => void,
): BudgetWarnings {
  const given = new Set<'usd' | 'tokens'>();
  let armed = false;
  /** Of a child only the budget that its own graph states: the run around it warns of its own. */
  const own = () => budgets(graph, state()).filter(({ kind }) => !isChild || state().limits[limitNames[kind]] === undefined);
  return {
    arm() {
      armed = true;
      for (const { kind, used, limit } of own()) if (limit !== undefined && isNearlyUsed(used, limit)) given.add(kind);
    },
    look(used) {
      if (!armed) return;
      for (const { kind, limit } of own()) {
        if (limit === undefined || given.has(kind) || !isNearlyUsed(used[kind], limit)) continue;
        given.add(kind);
        emit({ type: 'budget.warning', kind, used: Math.round(used[kind] * 1e9) / 1e9, limit });
      }
    },
  };
}

const limitNames = { usd: 'budgetUsd', tokens: 'budgetTokens' } as const;
