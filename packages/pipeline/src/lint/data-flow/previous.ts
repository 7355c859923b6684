import type { CarryGraph } from './carry-graph.ts';
import { keepingTool, reached, withinContext } from './reach.ts';

/** The plain keys of a command that a `loop_restart` moves below `previous.` (engine.md 7). */
export const plainToolKeys = ['tool.output', 'tool.last_line', 'tool.exit_code', 'tool.stderr_tail'] as const;

/** Nodes at which `previous.tool.*` can exist: behind every restart that a tool can have run before. */
export function previousReach(graph: CarryGraph, tools: Iterable<number>): Uint8Array {
  const writers = new Set(tools);
  const before = reached(graph, writers, keepingTool);
  const targets = new Set<number>();
  for (const [from, ways] of graph.out.entries()) {
    if (before[from] !== 1 && !writers.has(from)) continue;
    for (const way of ways) if (way.restart && !way.crosses) targets.add(way.to);
  }
  const at = reached(graph, targets, withinContext);
  for (const target of targets) at[target] = 1;
  return at;
}
