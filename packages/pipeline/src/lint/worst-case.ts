import { SourceFile } from '@attractor/dot';
import type { FileAccess } from '../files/file-access.ts';
import type { Graph } from '../model.ts';
import { descriptorOf } from '../node-type/registry.ts';
import { maxSteps } from '../registry/derived.ts';
import { childSubgraph } from '../topology/child-subgraph.ts';
import { componentsOver } from '../topology/components.ts';
import { transformSource } from '../transform/transform-source.ts';
import { staticChildren } from '../validation/child-files.ts';
import { type Frame, ownedFrames, rootFrame } from './course/frame.ts';
import { frameBound, isVisited, type KnotBound, type WeightOf } from './course/frame-bound.ts';
import { cycleIn, orderOf, partsWithout, withoutLimits } from './course/knots.ts';
import { attemptsOf, callsOf, cyclesOf, endless, nothing, plus, times, type Weight } from './course/weights.ts';

/** What ends a cycle. `count` is how often at most, where the graph says; a person, a counter and a handler have none. */
export interface CycleLimit {
  readonly kind: 'max_visits' | 'iteration' | 'failure_jumps' | 'gate_retries' | 'person' | 'counter' | 'handler';
  /** The node it belongs to; absent for `gate_retries` and `iteration`. */
  readonly node?: string;
  readonly count?: number;
}

/** A knot of cycles: nodes that lie on cycles with each other. */
export interface CycleBound {
  /** A shortest cycle without a limit when there is one, else a shortest one; the first node is not repeated. */
  readonly cycle: readonly string[];
  /** All nodes of the knot, in file order. */
  readonly nodes: readonly string[];
  /** The component or manager within whose branch or child it runs; absent in the pipeline itself. */
  readonly within?: string;
  readonly limits: readonly CycleLimit[];
  /** Something of its own ends it: a number, or a person, a counter, a handler (TOPO-012 is silent). */
  readonly bounded: boolean;
  /** The numbers follow from the graph's own bounds; else from `max_steps`. */
  readonly proved: boolean;
  /** Visits of its nodes at most, in one run of what it lies in; blocks and children that its nodes run included. */
  readonly visits: number;
  readonly modelCalls: number;
}

/** The most that a run of a graph can do (language.md 8). `Infinity` where not even `max_steps` gives a number. */
export interface WorstCase {
  /** Visits of nodes, those in branches and children included. */
  readonly visits: number;
  /** Calls of model backends; an agent's own turns are not counted. */
  readonly modelCalls: number;
  /** The limit of each frame (the pipeline, a branch, a child of it) by `max_steps`, stated or default. */
  readonly maxSteps: number;
  /** No cycle is without a limit of its own. */
  readonly bounded: boolean;
  /** In file order of their first nodes. */
  readonly cycles: readonly CycleBound[];
  /** Nodes whose child graph could not be read: what it does is not counted. */
  readonly unread: readonly string[];
}

export interface WorstCaseOptions {
  /** Reads child graphs; without it they count as unread. */
  readonly files?: FileAccess;
  readonly workingDirectory?: string;
}

/**
 * The largest number of visits and model calls that a graph's own bounds allow, for each cycle and as a whole. Sound: no run does more,
 * attempts after a crash or a resume aside. Child graphs are read where `files` are given.
 */
export function worstCase(graph: Graph, options: WorstCaseOptions = {}): WorstCase {
  return bound(graph, { ...options, open: [], known: new Map() });
}

interface Reading extends WorstCaseOptions {
  /** Files around this graph, outermost first. */
  readonly open: readonly string[];
  readonly known: Map<string, WorstCase>;
}

/** Children within children, at most (engine.md 11). */
const maxDepth = 16;

function bound(graph: Graph, reading: Reading): WorstCase {
  const children = childBounds(graph, reading);
  const unread = [...graph.nodes.values()]
    .filter((node) => descriptorOf(node.type).childFile !== undefined && childSubgraph(graph, node.id) === undefined)
    .filter((node) => !children.has(node.id))
    .map((node) => node.id);
  const own = new Map<string, Weight>();
  const weightOf: WeightOf = (id) => own.get(id) ?? nothing;
  const within = framesByOwner(graph);
  const bounds: { readonly owner: string | undefined; readonly knot: KnotBound }[] = [];
  const visit = (id: string, inner: Weight): void => {
    const node = graph.nodes.get(id);
    if (node === undefined || !isVisited(graph, id)) return;
    const attempt = plus({ visits: 0, modelCalls: callsOf(node) }, inner);
    own.set(id, plus({ visits: 1, modelCalls: 0 }, times(attempt, attemptsOf(graph, node))));
  };
  for (const node of graph.nodes.values()) visit(node.id, times(children.get(node.id) ?? nothing, cyclesOf(node)));
  // Owners of branches and children from the inside out; those that lie in each other have no end that is known here.
  const innerOwners = (id: string): string[] => (within.get(id) ?? []).flatMap((frame) => frame.nodes.filter((each) => within.has(each)));
  for (const part of componentsOver(within.keys(), innerOwners)) {
    const tangled = part.length > 1 || innerOwners(part[0] ?? '').includes(part[0] ?? '');
    for (const id of part) {
      const node = graph.nodes.get(id);
      if (node === undefined) continue;
      if (tangled) {
        own.set(id, endless);
        continue;
      }
      let sum = nothing;
      for (const frame of within.get(id) ?? []) {
        const found = frameBound(graph, frame, weightOf);
        bounds.push(...found.knots.map((knot) => ({ owner: id, knot })));
        sum = plus(sum, found.most);
      }
      // A child's start is visited in each of its runs.
      if (childSubgraph(graph, id) !== undefined) sum = plus(sum, { visits: 1, modelCalls: 0 });
      visit(id, times(sum, cyclesOf(node)));
    }
  }
  const root = frameBound(graph, rootFrame(graph), weightOf);
  bounds.push(...root.knots.map((knot) => ({ owner: undefined, knot })));
  const cycles = bounds.map(({ owner, knot }) => cycleBound(knot, owner)).sort(byFirstNode(graph));
  return {
    ...root.most,
    maxSteps: maxSteps(graph),
    bounded: cycles.every((cycle) => cycle.bounded),
    cycles,
    unread,
  };
}

function framesByOwner(graph: Graph): ReadonlyMap<string, readonly Frame[]> {
  const within = new Map<string, Frame[]>();
  for (const frame of ownedFrames(graph)) {
    if (frame.owner === undefined) continue;
    const list = within.get(frame.owner);
    if (list === undefined) within.set(frame.owner, [frame]);
    else list.push(frame);
  }
  return within;
}

function cycleBound({ knot, most, proved }: KnotBound, owner: string | undefined): CycleBound {
  const out = withoutLimits(knot);
  const [free] = partsWithout(knot, out.nodes, out.steps);
  const cycle = free === undefined ? cycleIn(knot, knot.nodes) : cycleIn(knot, free, out.nodes, out.steps);
  return {
    cycle: cycle.map((step) => step.from),
    nodes: knot.nodes,
    ...(owner === undefined ? {} : { within: owner }),
    limits: [...knot.cuts.map((cut) => cut.limit), ...knot.trusted],
    bounded: free === undefined,
    proved,
    ...most,
  };
}

function byFirstNode(graph: Graph): (a: CycleBound, b: CycleBound) => number {
  const order = orderOf(graph);
  const place = (bound: CycleBound): number => order.get(bound.cycle[0] ?? '') ?? 0;
  return (a, b) => place(a) - place(b);
}

/** The bounds of the child files that can be read, by the node that runs them. */
function childBounds(graph: Graph, reading: Reading): ReadonlyMap<string, WorstCase> {
  const { files, workingDirectory = process.cwd(), open, known } = reading;
  const bounds = new Map<string, WorstCase>();
  if (files === undefined || open.length >= maxDepth) return bounds;
  const around = graph.file === undefined ? open : [...open, graph.file];
  for (const { node, path } of staticChildren(graph, workingDirectory)) {
    if (around.includes(path)) continue;
    let child = known.get(path);
    if (child === undefined) {
      const text = files.exists(path) ? files.readText(path) : undefined;
      if (text === undefined) continue;
      const source = transformSource(new SourceFile(path, text), { file: path, files, workingDirectory });
      child = bound(source.graph, { ...reading, open: around });
      known.set(path, child);
    }
    bounds.set(node.id, child);
  }
  return bounds;
}
