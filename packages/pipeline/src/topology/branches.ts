import { mentionsOutcome } from '../condition/keys.ts';
import type { Edge, Graph } from '../model.ts';
import { flowOut } from './flow.ts';

/** An edge of a component that leads on after the block instead of opening a branch: its condition tests the outcome (engine.md 8). */
export function isRouteEdge(edge: Edge): boolean {
  return edge.condition !== undefined && mentionsOutcome(edge.condition);
}

/** A component's branches in file order, conditional ones included: whether those run is known at fan-out only (engine.md 8). */
export function branchEdges(graph: Graph, componentId: string): readonly Edge[] {
  return flowOut(graph, componentId).filter((edge) => !isRouteEdge(edge));
}

/** A component's routes in file order: a true one wins over the join (engine.md 8). */
export function routeEdges(graph: Graph, componentId: string): readonly Edge[] {
  return flowOut(graph, componentId).filter(isRouteEdge);
}
