import type { Graph } from '@attractor/pipeline';
import type { AgentEventData } from '../event.ts';
import { readTrace } from '../files/index.ts';
import type { ChildRequest, ChildResult } from '../handler.ts';
import type { FrameId, FrameState, RunState } from '../state/state.ts';
import { childKey } from '../step/step.ts';
import { placeOf } from '../step/transition.ts';
import { begunChild } from './begun-child.ts';
import type { BudgetLedger } from './budget-ledger.ts';
import type { LoopParts } from './loop-parts.ts';
import type { Upward } from './upward.ts';

/** What the children of a run need of its loop. */
export interface ChildrenHost {
  readonly parts: LoopParts;
  readonly budgets: BudgetLedger;
  state(): RunState;
  elapsed(): number;
  /** Records that the visit of a frame begins its child number `child` for a cycle. */
  begin(frame: FrameId, cycle: number, child: number): void;
  emit(event: AgentEventData, branch: string): void;
}

/** The child runs of one run (engine.md 11). */
export interface Children {
  run(request: ChildRequest, frame: FrameId): Promise<ChildResult>;
  /** The graph with which the child of a cycle of the running visit began; undefined when it has not. */
  begun(frame: FrameId, cycle: number): Graph | undefined;
}

export function childrenOf(host: ChildrenHost): Children {
  const { parts } = host;
  /** Trace lines of children that stand in this run's trace already; read at the first child only. */
  let traced: Set<string> | undefined;

  const running = (id: FrameId) => {
    const frame = host.state().frames.get(id);
    return frame?.position.at === 'running' ? { frame, visit: frame.position.visit } : undefined;
  };
  const directoryOf = (frame: FrameState, node: string, visit: number, n: number): string =>
    parts.store.childDirectory(placeOf(frame, node, visit), n);

  /** Takes over what child runs record, numbered as this run's own events; trace lines that stand already are dropped. */
  const upward = (): Upward => {
    traced ??= childTraceLines(parts.directory);
    const known = traced;
    return {
      event: ({ seq: _seq, ts: _ts, run: _run, branch, ...data }) => host.emit(data as AgentEventData, branch ?? ''),
      trace: (line) => {
        const text = JSON.stringify(line);
        if (known.has(text)) return;
        known.add(text);
        parts.recorder.trace(line);
      },
    };
  };

  return {
    async run(request, id) {
      const at = running(id);
      if (at === undefined) throw new Error(`frame '${id}' is not running`);
      const { frame, visit } = at;
      const known = visit.children.get(request.cycleIndex);
      const n = known ?? (host.state().childRuns.get(childKey(frame.branch, visit.node)) ?? 0) + 1;
      if (known === undefined) host.begin(id, request.cycleIndex, n);
      const directory = directoryOf(frame, visit.node, visit.visit, n);
      const about = { node: visit.node, cycle_index: request.cycleIndex };
      host.emit({ type: 'subgraph.started', ...about, directory }, frame.branch);
      const since = host.elapsed();
      const parent = { ...host.state(), elapsedMs: since };
      const budgetAbove = host.budgets.above(id, request.spent?.usage);
      const result = await parts.runChild(request, { parts, parent, frame, node: visit.node, directory, upward: upward(), budgetAbove });
      const ended = { status: result.end, duration_ms: host.elapsed() - since };
      host.emit({ type: 'subgraph.completed', ...about, ...ended }, frame.branch);
      return result;
    },
    begun(id, cycle) {
      const at = running(id);
      const n = at?.visit.children.get(cycle);
      return at === undefined || n === undefined ? undefined : begunChild(directoryOf(at.frame, at.visit.node, at.visit.visit, n));
    },
  };
}

function childTraceLines(directory: string): Set<string> {
  return new Set(
    readTrace(directory)
      .filter((line) => /(^|>)(subgraph|cycle):/.test(line.branch))
      .map((line) => JSON.stringify(line)),
  );
}
