import type { ChildRequest, ChildResult } from '../handler.ts';
import type { FrameState, RunState } from '../state/state.ts';
import type { BudgetAbove } from './budget-ledger.ts';
import type { SessionParts } from './session.ts';
import type { Upward } from './upward.ts';

/** The run in which a child lives, seen from the node that asks for it. */
export interface ChildOwner {
  readonly parts: SessionParts;
  readonly parent: RunState;
  readonly frame: FrameState;
  /** Id of the node that asks. */
  readonly node: string;
  readonly directory: string;
  readonly upward: Upward;
  readonly budgetAbove: BudgetAbove;
}

/** Runs a graph as a run within a run. Handed in, because a child is run by what runs its parent. */
export type ChildRunner = (request: ChildRequest, owner: ChildOwner) => Promise<ChildResult>;
