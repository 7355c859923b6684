import type { Graph } from '../model.ts';
import { flowOut } from './flow.ts';

interface Frame<T> {
  readonly id: T;
  readonly successors: readonly T[];
  next: number;
}

/** Strongly connected components over flow edges (Tarjan, without recursion), successors before predecessors. Single nodes too. */
export function stronglyConnected(graph: Graph): string[][] {
  return componentsOver(graph.nodes.keys(), (id) => flowOut(graph, id).map((edge) => edge.to));
}

/** The same over any nodes and successors. */
export function componentsOver<T>(nodes: Iterable<T>, successorsOf: (node: T) => readonly T[]): T[][] {
  const order = new Map<T, number>();
  const low = new Map<T, number>();
  const open = new Set<T>();
  const stack: T[] = [];
  const components: T[][] = [];

  const enter = (id: T): Frame<T> => {
    low.set(id, order.size);
    order.set(id, order.size);
    stack.push(id);
    open.add(id);
    return { id, successors: successorsOf(id), next: 0 };
  };
  const lower = (id: T, value: number) => low.set(id, Math.min(low.get(id) as number, value));
  const close = (root: T) => {
    const component: T[] = [];
    for (;;) {
      const id = stack.pop() as T;
      open.delete(id);
      component.push(id);
      if (id === root) break;
    }
    components.push(component.reverse());
  };

  for (const root of nodes) {
    if (order.has(root)) continue;
    const frames = [enter(root)];
    for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
      if (frame.next < frame.successors.length) {
        const to = frame.successors[frame.next++] as T;
        if (!order.has(to)) frames.push(enter(to));
        else if (open.has(to)) lower(frame.id, order.get(to) as number);
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
