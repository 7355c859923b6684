import type { Exchange, Fidelity, Invocation } from '@attractor/engine';
import { descriptorOf, edgeValue, graphValue, nodeValue } from '@attractor/pipeline';
import { keptThreads } from './thread-session.ts';
import type { ThreadStore } from './thread-store.ts';

/** How a model node is told what happened before (backends.md 3). */
export interface Continuity {
  readonly fidelity: Fidelity;
  /** With `full` only. */
  readonly thread?: string;
  readonly exchanges: readonly Exchange[];
}

/** Fidelity by edge, node, graph, `compact`; for `full` also the thread and what was said in it. */
export function continuityOf(invocation: Invocation, threads: ThreadStore): Continuity {
  const { via, node, graph } = invocation;
  const asked =
    (via === undefined ? undefined : edgeValue(via, 'fidelity')) ?? nodeValue(node, 'fidelity') ?? graphValue(graph, 'default_fidelity');
  if (asked !== 'full') return { fidelity: asked, exchanges: [] };
  const thread = threadOf(invocation, threads);
  // Transcripts do not outlive the process: one node after a resume gets a long summary instead (engine.md 14).
  if (threads.isCold(invocation, modelNodeRan(invocation))) return { fidelity: 'summary:high', thread, exchanges: [] };
  return { fidelity: 'full', thread, exchanges: threads.exchanges(invocation, thread, graphValue(graph, 'thread_reset')) };
}

/** Thread by node, edge, graph default, innermost subgraph class, the thread of the model node before; else the node's own. */
function threadOf(invocation: Invocation, threads: ThreadStore): string {
  const { via, node, graph } = invocation;
  const stated =
    nodeValue(node, 'thread_id') ??
    (via === undefined ? undefined : edgeValue(via, 'thread_id')) ??
    graphValue(graph, 'default_thread_id') ??
    groupClass(invocation);
  if (stated !== undefined) return stated;
  // What the conversation was called outlives the process where a backend keeps a session of it.
  if (threads.isCold(invocation, modelNodeRan(invocation))) return keptThreads(invocation)?.last ?? node.id;
  return threads.lastThread(invocation) ?? node.id;
}

function groupClass({ node, graph }: Invocation): string | undefined {
  return node.groups
    .map((id) => graph.groups.find((group) => group.id === id)?.className)
    .findLast((className) => className !== undefined && className !== '');
}

function modelNodeRan({ history, frameSteps, graph }: Invocation): boolean {
  return history.slice(Math.max(0, history.length - frameSteps)).some((stage) => {
    const node = graph.nodes.get(stage.node);
    return node !== undefined && descriptorOf(node.type).callsModel(node);
  });
}
