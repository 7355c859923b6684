import { type Json, type JsonObject, type Outcome, passed, type RunEvent, readEvents, readTrace } from '@attractor/engine';

/** What a manager sees of its child (engine.md 11). */
export interface ChildView {
  readonly status: 'running' | 'completed' | 'failed';
  /** The node that runs, behind the branches and children it lies in. */
  readonly stage: string;
  /** Of the node that ended last; of the child once it has ended. */
  readonly outcome: string;
  readonly visits: number;
  readonly retries: number;
  /** US dollars; undefined when no price is known. */
  readonly cost: number | undefined;
}

export const nothingSeen: ChildView = { status: 'running', stage: '', outcome: '', visits: 0, retries: 0, cost: undefined };

/** The view after one more event; the same object when the event changes nothing. */
export function seen(view: ChildView, event: RunEvent): ChildView {
  switch (event.type) {
    case 'node.started':
      return { ...view, stage: stageOf(event.node, event.branch) };
    case 'node.completed': {
      const spent = isChildNode(event) ? event.usage?.costUsd : undefined;
      return { ...view, outcome: event.status, visits: view.visits + 1, cost: spent === undefined ? view.cost : (view.cost ?? 0) + spent };
    }
    case 'node.retrying':
      return { ...view, retries: view.retries + 1 };
    default:
      return view;
  }
}

/** Nodes of the child's own children are counted in the usage of the node that ran them. */
function isChildNode({ branch }: RunEvent): boolean {
  return !/(^|>)(subgraph|cycle):/.test(branch ?? '');
}

function stageOf(node: string, branch: string | undefined): string {
  const steps = (branch ?? '').split('>').filter((step) => step !== '');
  return [...steps.map((step) => step.split(':')[1] ?? step), node].join('/');
}

/** What a child that goes on had done before event number `before`: its own records, since events of before a crash are not seen again. */
export function seenBefore(directory: string, before: number): ChildView {
  return readEvents(directory)
    .filter((event) => event.seq < before)
    .reduce(seen, nothingSeen);
}

/** The view of a child that has ended, by its records, so that a crash on the way changes nothing. */
export function ended(directory: string, outcome: Outcome): ChildView {
  const { stage, retries } = readEvents(directory).reduce(seen, nothingSeen);
  return {
    status: passed(outcome) ? 'completed' : 'failed',
    stage,
    outcome: outcome.status,
    visits: readTrace(directory).length,
    retries,
    cost: outcome.usage?.costUsd,
  };
}

/** The view as context keys (engine.md 1a). */
export function viewKeys(view: ChildView): JsonObject {
  const { cost, ...rest } = view;
  const entries: [string, Json][] = Object.entries({ ...rest, cost: cost ?? '' }).map(([key, value]) => [`stack.child.${key}`, value]);
  return Object.fromEntries(entries);
}
