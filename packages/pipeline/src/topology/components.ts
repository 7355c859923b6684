import type { Graph } from '../model.ts';
import { flowOut } from './flow.ts';

interface Frame {
  readonly id: string;
  next: number;
}

/** Strongly connected components over flow edges (Tarjan, without recursion), successors before predecessors. Single nodes too. */
export function stronglyConnected(graph: Graph): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const open = new Set<string>();
  const stack: string[] = [];
  const components: string[][] = [];

  const enter = (id: string): Frame => {
    low.set(id, order.size);
    order.set(id, order.size);
    stack.push(id);
    open.add(id);
    return { id, next: 0 };
  };
  const lower = (id: string, value: number) => low.set(id, Math.min(low.get(id) as number, value));
  const close = (root: string) => {
    const component: string[] = [];
    for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
      open.delete(id);
      component.push(id);
      if (id === root) break;
    }
    components.push(component.reverse());
  };

  for (const root of graph.nodes.keys()) {
    if (order.has(root)) continue;
    const frames = [enter(root)];
    for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
      const edge = flowOut(graph, frame.id)[frame.next++];
      if (edge !== undefined) {
        if (!order.has(edge.to)) frames.push(enter(edge.to));
        else if (open.has(edge.to)) lower(frame.id, order.get(edge.to) as number);
        continue;
      }
      frames.pop();
      if (low.get(frame.id) === order.get(frame.id)) close(frame.id);
      const parent = frames.at(-1);
      if (parent !== undefined) lower(parent.id, low.get(frame.id) as number);
    }
  }
  return components;
}
