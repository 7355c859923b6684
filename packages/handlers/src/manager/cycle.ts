import { addUsage, type ChildResult, type Invocation, type JsonObject, noUsage, type RunEvent, type Usage } from '@attractor/engine';
import { type Graph, graphValue, nodeValue } from '@attractor/pipeline';
import { maskerOf } from '../masker.ts';
import { activeNodes } from '../steering/active-nodes.ts';
import { deliverSteering, watchSteering } from '../steering/deliver.ts';
import type { CycleNote, ManagerNote } from './cycle-notes.ts';
import { nothingSeen, seen, seenBefore } from './telemetry.ts';

/** A cycle that is about to run. */
export interface CyclePlan {
  /** From 1. */
  readonly cycle: number;
  readonly graph: Graph;
  readonly seeds: JsonObject;
  readonly workdir: string;
  readonly notes: readonly ManagerNote[];
}

/** Runs the child once (engine.md 11): a complete run, observed while it goes, within reach of who steers it. */
export async function runCycle(invocation: Invocation, plan: CyclePlan): Promise<ChildResult> {
  const { node, signal } = invocation;
  const observer = observerOf(invocation, plan);
  try {
    return await invocation.runChild({
      graph: plan.graph,
      seeds: plan.seeds,
      goal: graphValue(plan.graph, 'goal'),
      workingDirectory: plan.workdir,
      branch: `cycle:${node.id}:${plan.cycle}`,
      cycleIndex: plan.cycle - 1,
      signal,
      spent: { usage: usedBy(plan.notes), scriptCalls: lastCycle(plan.notes)?.scriptCalls ?? {} },
      observe: observer.observe,
    });
  } finally {
    observer.stop();
  }
}

interface Observer {
  observe(event: RunEvent, directory: string): void;
  stop(): void;
}

function observerOf(invocation: Invocation, plan: CyclePlan): Observer {
  const { node, runDirectory, emit } = invocation;
  const masker = maskerOf(invocation);
  const mask = (text: string): string => masker.text(text);
  const observes = nodeValue(node, 'manager.actions').includes('observe');
  let view = nothingSeen;
  let nodes: ReturnType<typeof activeNodes> | undefined;
  let unwatch = (): void => {};
  return {
    observe(event, directory) {
      if (nodes === undefined) {
        nodes = activeNodes(directory, plan.graph);
        unwatch = watchSteering(runDirectory, nodes, mask);
        view = seenBefore(directory, event.seq);
      }
      nodes.see(event);
      if (event.type === 'node.started') deliverSteering(runDirectory, nodes, mask);
      const next = seen(view, event);
      if (next === view) return;
      view = next;
      const { cost, ...rest } = view;
      if (observes) emit({ type: 'subgraph.progress', node: node.id, cycle_index: plan.cycle - 1, ...rest, cost_usd: cost ?? null });
    },
    stop: () => unwatch(),
  };
}

/** The newest cycle among the notes. */
export function lastCycle(notes: readonly ManagerNote[]): CycleNote | undefined {
  const found = notes.findLast((note) => note.kind === 'cycle');
  return found?.kind === 'cycle' ? found : undefined;
}

/** What the cycles so far and the steering between them have used. */
export function usedBy(notes: readonly ManagerNote[]): Usage {
  return notes.reduce((sum, note) => addUsage(sum, note.usage ?? undefined), noUsage);
}
