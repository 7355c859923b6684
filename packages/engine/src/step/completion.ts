import type { Node } from '@attractor/pipeline';
import type { Outcome } from '../outcome.ts';
import type { FrameId, Visit } from '../state/state.ts';

/** What ends a visit. */
export interface Completion {
  readonly outcome: Outcome;
  /** Why the declared artefact is not acceptable. */
  readonly artefact?: string;
  /** The handler ran; `auto_status` speaks of nothing else. */
  readonly ran: boolean;
  /** The frame forked and some branches of a `wait_all` join failed. */
  readonly partialJoin?: boolean;
}

/** A visit that is over, with the outcome that stands. */
export interface Done {
  readonly frame: FrameId;
  readonly node: Node;
  readonly visit: Visit;
  readonly outcome: Outcome;
  /** Context keys that it wrote. */
  readonly written: ReadonlySet<string>;
}
