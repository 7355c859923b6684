import type { Edge, Graph } from '../../model.ts';
import { roleOf } from '../../node-type/registry.ts';
import { blockOf } from '../../topology/block.ts';
import { branchEdges } from '../../topology/branches.ts';
import { childSubgraph } from '../../topology/child-subgraph.ts';
import { joinOf } from '../../topology/join.ts';
import { type Step, stepsFrom } from './course.ts';

/**
 * What one counter of visits and steps belongs to (engine.md 8, 11): the pipeline, one branch of a component, or one run of a manager's
 * own subgraph. Steps of a frame never leave it.
 */
export interface Frame {
  /** The component or manager; absent for the pipeline itself. */
  readonly owner?: string;
  /** The edge that opens a branch. */
  readonly branch?: Edge;
  readonly entries: readonly string[];
  /** Nodes a walk from the entries can reach, the ends not among them but for the pipeline's and a child's exit; in order of discovery. */
  readonly nodes: readonly string[];
  has(id: string): boolean;
  steps(id: string): readonly Step[];
  /** A step that ends the frame as it should: at the exit, or at the join. */
  isEnd(id: string): boolean;
}

const roots = new WeakMap<Graph, Frame>();
const owned = new WeakMap<Graph, readonly Frame[]>();

/** The pipeline itself, from its start. */
export function rootFrame(graph: Graph): Frame {
  let frame = roots.get(graph);
  if (frame === undefined) {
    const starts = [...graph.nodes.values()].filter((node) => roleOf(node) === 'start').map((node) => node.id);
    frame = makeFrame(graph, {
      entries: starts,
      isEnd: (id) => isExit(graph, id),
      steps: (id) => stepsFrom(graph, id),
    });
    roots.set(graph, frame);
  }
  return frame;
}

/** The frames of all components' branches and of all managers' own subgraphs, in file order. */
export function ownedFrames(graph: Graph): readonly Frame[] {
  let frames = owned.get(graph);
  if (frames === undefined) {
    frames = [...graph.nodes.keys()].flatMap((id) => framesOf(graph, id));
    owned.set(graph, frames);
  }
  return frames;
}

function framesOf(graph: Graph, owner: string): readonly Frame[] {
  const node = graph.nodes.get(owner);
  if (node === undefined) return [];
  if (roleOf(node) === 'component') return branchEdges(graph, owner).map((edge) => branchFrame(graph, owner, edge));
  const child = childSubgraph(graph, owner);
  return child === undefined ? [] : [childFrame(graph, owner, child.nodes, child.entry)];
}

function branchFrame(graph: Graph, owner: string, branch: Edge): Frame {
  const join = joinOf(graph, owner);
  const isInside = (id: string): boolean => id !== owner && !isExit(graph, id);
  const steps = (id: string): readonly Step[] =>
    stepsFrom(graph, id).filter((step) => {
      if (step.kind === 'redirect') return false;
      return isInside(step.to) && (step.kind !== 'jump' || blockOf(graph, owner).has(step.to));
    });
  const entries = isInside(branch.to) ? [branch.to] : [];
  return makeFrame(graph, { owner, branch, entries, isEnd: (id) => id === join, steps });
}

/** A child ends at the exit, wherever it leaves its nodes; redirects stay inside. */
function childFrame(graph: Graph, owner: string, inside: ReadonlySet<string>, entry: Edge): Frame {
  const exit = [...graph.nodes.values()].find((node) => roleOf(node) === 'exit')?.id;
  const steps = (id: string): readonly Step[] =>
    stepsFrom(graph, id).flatMap((step): readonly Step[] => {
      if (inside.has(step.to)) return [step];
      if (exit === undefined || step.kind === 'jump' || step.kind === 'redirect') return [];
      return [{ ...step, to: exit }];
    });
  return makeFrame(graph, { owner, branch: entry, entries: [entry.to], isEnd: (id) => id === exit, steps });
}

type Open = Omit<Frame, 'nodes' | 'has'>;

function makeFrame(graph: Graph, open: Open): Frame {
  const known = new Map<string, readonly Step[]>();
  const found: string[] = [];
  const pending = open.entries.filter((id) => graph.nodes.has(id)).reverse();
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (known.has(id)) continue;
    // A join belongs to the frame around its block; an exit stays, for the redirects from it.
    if (open.isEnd(id) && !isExit(graph, id)) continue;
    const steps = open.steps(id);
    known.set(id, steps);
    found.push(id);
    for (const step of steps) if (!known.has(step.to)) pending.push(step.to);
  }
  return { ...open, nodes: found, has: (id) => known.has(id), steps: (id) => known.get(id) ?? [] };
}

function isExit(graph: Graph, id: string): boolean {
  const node = graph.nodes.get(id);
  return node !== undefined && roleOf(node) === 'exit';
}

/** Where a frame goes on from a node; what lies behind its end is not of it. */
export function nextIn(frame: Frame, id: string): string[] {
  return frame.steps(id).flatMap((step) => (frame.has(step.to) ? [step.to] : []));
}
