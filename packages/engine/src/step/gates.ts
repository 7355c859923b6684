import { childOwner, type Graph, graphValue, nodeValue } from '@attractor/pipeline';
import type { FrameState, GateRecord } from '../state/state.ts';

export interface OpenGate {
  readonly id: string;
  /** Absent when the gate never ran (`require_gates=all`). */
  readonly record: GateRecord | undefined;
}

/** The gates that do not let the run out, in declaration order; those of blocks and children after them (engine.md 5). */
export function openGates(graph: Graph, frame: FrameState): OpenGate[] {
  const all = graphValue(graph, 'require_gates') === 'all';
  const open: OpenGate[] = [];
  for (const id of gateIds(graph)) {
    const record = frame.gates.get(id);
    if (record === undefined ? all && !isOfChild(graph, frame, id) : !record.passed) open.push({ id, record });
  }
  for (const [id, record] of frame.gates) {
    if (!record.passed && !open.some((gate) => gate.id === id)) open.push({ id, record });
  }
  return open;
}

/** A gate of a manager's subgraph is enforced by the child runs; it has been visited when its manager has. */
function isOfChild(graph: Graph, frame: FrameState, id: string): boolean {
  const owner = childOwner(graph, id);
  return owner !== undefined && (frame.visits.get(owner) ?? 0) > 0;
}

const gatesByGraph = new WeakMap<Graph, readonly string[]>();

function gateIds(graph: Graph): readonly string[] {
  let ids = gatesByGraph.get(graph);
  if (ids === undefined) {
    ids = [...graph.nodes.values()].filter((node) => nodeValue(node, 'goal_gate')).map((node) => node.id);
    gatesByGraph.set(graph, ids);
  }
  return ids;
}
