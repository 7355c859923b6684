import { descriptorOf, type Graph } from '@attractor/pipeline';
import type { FrameState } from '../state/state.ts';

export interface FrameVerdict {
  readonly status: 'success' | 'partial_success' | 'fail';
  readonly reason: string;
  readonly errorType: string;
  /** The node the reason speaks of. */
  readonly node?: string;
}

/** How a frame that reached its end ends, gates apart (engine.md 6): a standing failure fails it. */
export function frameVerdict(frame: FrameState): FrameVerdict {
  const { last } = frame;
  const [standing] = frame.standing;
  if (standing !== undefined)
    return { status: 'fail', reason: `${standing[0]}: ${standing[1]}`, errorType: 'unhandled_failure', node: standing[0] };
  if (last !== undefined && (last.status === 'fail' || last.status === 'retry')) {
    return { status: 'fail', reason: `${last.node}: ${last.reason}`, errorType: 'last_node_failed', node: last.node };
  }
  if (last?.status === 'partial_success' || frame.partialJoins.size > 0)
    return { status: 'partial_success', reason: partialReason(frame), errorType: '' };
  return { status: 'success', reason: '', errorType: '' };
}

function partialReason(frame: FrameState): string {
  const [component] = frame.partialJoins;
  return component === undefined
    ? `${frame.last?.node ?? ''}: ${frame.last?.notes || 'partial result accepted'}`
    : `${component}: some branches failed`;
}

const workByGraph = new WeakMap<Graph, boolean>();

/** Does the graph have a node whose running would mean that something was done? */
export function hasWork(graph: Graph): boolean {
  let work = workByGraph.get(graph);
  if (work === undefined) {
    work = [...graph.nodes.values()].some((node) => isWork(node.type));
    workByGraph.set(graph, work);
  }
  return work;
}

/** A fan-in only compares what branches did: when none of them worked, it did not either. */
export function isWork(type: string): boolean {
  return descriptorOf(type).role === 'work';
}
