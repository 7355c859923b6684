import type { Graph } from '@attractor/pipeline';
import type { NodeBudget, Spending } from '../handler.ts';
import type { FrameId, RunState } from '../state/state.ts';
import { budgets } from '../step/limits.ts';

/** What nodes that are at work have used and hold back, which the run's records do not know yet (engine.md 3.1). */
export interface BudgetLedger {
  /** The budget as the node that a frame runs sees it. */
  of(frame: FrameId): NodeBudget;
  /** The node has ended: what it used is recorded. */
  forget(frame: FrameId): void;
}

const nothing: Spending = { usd: 0, tokens: 0 };

export function budgetLedger(graph: Graph, state: () => RunState): BudgetLedger {
  const entries = new Map<FrameId, { spent: Spending; held: Spending }>();
  const entryOf = (frame: FrameId) => entries.get(frame) ?? { spent: nothing, held: nothing };
  return {
    of: (frame) => ({
      left() {
        const others = [...entries].flatMap(([id, { spent, held }]) => (id === frame ? [spent] : [spent, held]));
        const atWork = others.reduce(add, nothing);
        const left: { usd?: number; tokens?: number } = {};
        for (const { kind, used, limit } of budgets(graph, state())) if (limit !== undefined) left[kind] = limit - used - atWork[kind];
        return left;
      },
      hold: (held) => void entries.set(frame, { ...entryOf(frame), held }),
      spend: (used) => void entries.set(frame, { spent: add(entryOf(frame).spent, used), held: nothing }),
    }),
    forget: (frame) => void entries.delete(frame),
  };
}

function add(a: Spending, b: Spending): Spending {
  return { usd: a.usd + b.usd, tokens: a.tokens + b.tokens };
}
