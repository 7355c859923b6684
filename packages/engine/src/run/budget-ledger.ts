import type { Graph } from '@attractor/pipeline';
import type { NodeBudget, Spending } from '../handler.ts';
import type { Usage } from '../outcome.ts';
import type { FrameId, RunState } from '../state/state.ts';
import type { UsedUp } from '../step/input.ts';
import { budgets } from '../step/limits.ts';
import { tokensOf } from '../step/usage.ts';

/** The budgets of the runs around a child: all of them hold, and what the child uses and holds counts in each (engine.md 11). */
export interface BudgetAbove {
  /** What the runs around leave; `held` is the asking node's own, which is not taken off. */
  left(held: Spending): Partial<Spending>;
  /** The same as if nobody held anything. */
  leftAtMost(): Partial<Spending>;
  usedUp(): UsedUp | undefined;
  /** The child's account, read whenever one around it is. It stays until the node that runs the child has ended. */
  attach(account: Account): void;
  /** The child's account has changed. */
  changed(): void;
  released(signal: AbortSignal): Promise<void>;
}

/** What a run has used, recorded or not, and what its nodes hold back for calls under way. */
export interface Account {
  used(): Spending;
  held(): Spending;
}

/**
 * What nodes at work have used and hold back, which the run's records do not know yet (engine.md 3.1). Nothing awaits between a
 * look at what is left and the holding of it, and a child has no books of its own towards its parent: the parent reads the
 * child's. So a reservation in a child is one in every run around it, at the same instant.
 */
export interface BudgetLedger {
  /** The budget as the node that a frame runs sees it. */
  of(frame: FrameId): NodeBudget;
  /** For a child run of the node that a frame runs; `before`: what earlier children of the same visit have used. */
  above(frame: FrameId, before: Usage | undefined): BudgetAbove;
  /** The first budget, of this run or one around it, of which nothing is left. */
  usedUp(): UsedUp | undefined;
  /** The node has ended: what it says it used is what counts, and is recorded next. */
  settle(frame: FrameId, usage: Usage | undefined): void;
}

export interface LedgerParts {
  readonly graph: Graph;
  state(): RunState;
  /** Absent at the root. */
  readonly above?: BudgetAbove | undefined;
  /** What children of visits in progress had used when the run stopped, until those children go on. */
  readonly below?: ReadonlyMap<FrameId, Usage>;
  /** Something was used: is there a reason to warn? */
  onUse?(used: Spending): void;
}

interface Entry {
  readonly spent: Spending;
  readonly held: Spending;
  readonly child?: Account;
}

const nothing: Spending = { usd: 0, tokens: 0 };
const emptyEntry: Entry = { spent: nothing, held: nothing };

export function budgetLedger({ graph, state, above, below = new Map(), onUse }: LedgerParts): BudgetLedger {
  const entries = new Map<FrameId, Entry>([...below].map(([frame, usage]) => [frame, { spent: spendingOf(usage), held: nothing }]));
  const waiting = new Set<() => void>();
  const entryOf = (frame: FrameId): Entry => entries.get(frame) ?? emptyEntry;
  const sum = (amount: (entry: Entry) => Spending): Spending => [...entries.values()].map(amount).reduce(add, nothing);

  const used = (): Spending => {
    const [usd, tokens] = budgets(graph, state());
    return add({ usd: usd.used, tokens: tokens.used }, sum(usedIn));
  };
  const held = (): Spending => sum((entry) => add(entry.held, entry.child?.held() ?? nothing));

  /** What the limits of this run leave after `taken`, and those around it. */
  const least = (taken: Spending, around: Partial<Spending> = {}): Partial<Spending> => {
    const left: { usd?: number; tokens?: number } = { ...around };
    for (const { kind, limit } of budgets(graph, state())) {
      if (limit === undefined) continue;
      left[kind] = Math.min(left[kind] ?? Number.POSITIVE_INFINITY, tidy(limit - taken[kind]));
    }
    return left;
  };
  const left = (own: Spending): Partial<Spending> => least(subtract(add(used(), held()), own), above?.left(own));
  const leftAtMost = (): Partial<Spending> => least(used(), above?.leftAtMost());

  const release = (): void => {
    const woken = [...waiting];
    waiting.clear();
    for (const wake of woken) wake();
  };
  const changed = (): void => {
    onUse?.(used());
    release();
    above?.changed();
  };
  const released = (signal: AbortSignal): Promise<void> => {
    if (above !== undefined) return above.released(signal);
    return new Promise((resolve) => {
      const wake = (): void => {
        waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      if (signal.aborted) return resolve();
      waiting.add(wake);
      signal.addEventListener('abort', wake, { once: true });
    });
  };
  const usedUp = (): UsedUp | undefined => {
    const taken = used();
    for (const { kind, limit } of budgets(graph, state()))
      if (limit !== undefined && tidy(taken[kind]) >= limit) return { kind, used: tidy(taken[kind]), limit };
    return above?.usedUp();
  };

  above?.attach({ used, held });
  return {
    usedUp,
    of: (frame) => ({
      left: () => left(entryOf(frame).held),
      leftAtMost,
      hold: (next) => void entries.set(frame, { ...entryOf(frame), held: next }),
      spend(amount) {
        const entry = entryOf(frame);
        entries.set(frame, { ...entry, spent: add(entry.spent, amount), held: nothing });
        changed();
      },
      released,
    }),
    above(frame, before) {
      // What the visit has used until now is what its notes say, cycles that ended before a crash included.
      entries.set(frame, { spent: before === undefined ? nothing : spendingOf(before), held: nothing });
      return {
        left,
        leftAtMost,
        usedUp,
        attach: (child) => void entries.set(frame, { ...entryOf(frame), child }),
        changed,
        released,
      };
    },
    settle(frame, usage) {
      const entry = entries.get(frame);
      if (entry === undefined && usage === undefined) return;
      if (usage !== undefined) entries.set(frame, { spent: most(spendingOf(usage), usedIn(entry ?? emptyEntry)), held: nothing });
      changed();
      entries.delete(frame);
    },
  };
}

function usedIn({ spent, child }: Entry): Spending {
  return add(spent, child?.used() ?? nothing);
}

function spendingOf(usage: Usage): Spending {
  return { usd: usage.costUsd ?? 0, tokens: tokensOf(usage) };
}

function add(a: Spending, b: Spending): Spending {
  return { usd: a.usd + b.usd, tokens: a.tokens + b.tokens };
}

function most(a: Spending, b: Spending): Spending {
  return { usd: Math.max(a.usd, b.usd), tokens: Math.max(a.tokens, b.tokens) };
}

function subtract(a: Spending, b: Spending): Spending {
  return { usd: a.usd - b.usd, tokens: a.tokens - b.tokens };
}

/** Free of binary rounding: 0.1 ten times is 1. */
function tidy(amount: number): number {
  return Math.round(amount * 1e9) / 1e9;
}
