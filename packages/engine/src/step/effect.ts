import type { DecisionRecord, RunEvent, TraceLine } from '../event.ts';
import type { JsonObject } from '../json.ts';
import type { AbortReason, EndResult, FrameId } from '../state/state.ts';
import type { VisitPlace } from '../store.ts';

/** What a step asks of the world: work to do, and records to write. */
export type Effect =
  /** Gather the facts of the node that the frame enters; answer with `started`. */
  | { readonly do: 'start'; readonly frame: FrameId }
  /** Run the handler; answer with `finished` or `parked`. `timeoutMs`: what is left of the node's time. */
  | { readonly do: 'invoke'; readonly frame: FrameId; readonly timeoutMs?: number }
  /** Answer with `timeout` after that time unless the frame's visit is over (components). */
  | { readonly do: 'watch'; readonly frame: FrameId; readonly timeoutMs: number; readonly visit: string }
  /** Look at a component's artefact; answer with `joined`. */
  | { readonly do: 'inspect'; readonly frame: FrameId }
  | { readonly do: 'wait'; readonly frame: FrameId; readonly ms: number }
  | { readonly do: 'abort'; readonly frame: FrameId; readonly reason: AbortReason }
  | { readonly do: 'event'; readonly event: RunEvent }
  | { readonly do: 'trace'; readonly line: TraceLine }
  | { readonly do: 'decision'; readonly record: DecisionRecord }
  | { readonly do: 'status'; readonly place: VisitPlace; readonly status: JsonObject; readonly iteration: number | undefined }
  | { readonly do: 'feedback'; readonly node: string; readonly text: string }
  | { readonly do: 'checkpoint'; readonly node: string; readonly force: boolean }
  | { readonly do: 'end'; readonly result: EndResult };
