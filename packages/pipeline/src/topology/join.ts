import type { Graph } from '../model.ts';
import type { NodeRole } from '../node-type/descriptor.ts';
import { roleOf } from '../node-type/registry.ts';
import { branchEdges, routeEdges } from './branches.ts';
import { flowOut } from './flow.ts';
import { isCourseEdge, type PostDominators, postDominators } from './post-dominators.ts';

const cache = new WeakMap<Graph, ReadonlyMap<string, string | undefined>>();

/**
 * The node at which a component's branches end, undefined when there is none (`parallel_join`): among the nodes on every
 * path from every branch to the exit the nearest fan-in that is not the join of a nested component, else the nearest (engine.md 8).
 */
export function joinOf(graph: Graph, componentId: string): string | undefined {
  let joins = cache.get(graph);
  if (joins === undefined) {
    joins = computeJoins(graph);
    cache.set(graph, joins);
  }
  return joins.get(componentId);
}

/** Work on one component: the walk over its candidates and the part of the graph in front of the present one. */
interface Frame {
  readonly id: string;
  readonly nearest: string | undefined;
  candidate: string | undefined;
  readonly nested: string[];
  readonly seen: Set<string>;
  pending: string[];
}

function computeJoins(graph: Graph): ReadonlyMap<string, string | undefined> {
  const ways = postDominators(graph);
  const joins = new Map<string, string | undefined>();
  const open = new Set<string>();
  const begin = (id: string): Frame => {
    open.add(id);
    const nearest = nearestCommon(graph, ways, id);
    const targets = branchEdges(graph, id).map((edge) => edge.to);
    return { id, nearest, candidate: fanInFrom(graph, ways, nearest), nested: [], seen: new Set(targets), pending: [...new Set(targets)] };
  };
  for (const node of graph.nodes.values()) {
    if (roleOf(node) !== 'component' || joins.has(node.id)) continue;
    const stack = [begin(node.id)];
    for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
      const { candidate } = frame;
      if (candidate !== undefined) {
        const unsolved = scanTo(graph, frame, candidate, joins, open);
        if (unsolved !== undefined) {
          stack.push(begin(unsolved));
          continue;
        }
        if (frame.nested.some((id) => joins.get(id) === candidate)) {
          frame.candidate = fanInFrom(graph, ways, following(graph, ways, candidate));
          continue;
        }
      }
      joins.set(frame.id, candidate ?? frame.nearest);
      open.delete(frame.id);
      stack.pop();
    }
  }
  return joins;
}

/**
 * Collects the components in front of a candidate; what lay behind an earlier candidate is added. Stops at a component whose join is
 * not known yet and answers it. The inside of one that ends at a fan-in is passed over: nothing in it can have a join further on.
 */
function scanTo(graph: Graph, frame: Frame, candidate: string, joins: ReadonlyMap<string, string | undefined>, open: ReadonlySet<string>) {
  const later: string[] = [];
  const enter = (id: string) => {
    if (frame.seen.has(id)) return;
    frame.seen.add(id);
    frame.pending.push(id);
  };
  for (let id = frame.pending.pop(); id !== undefined; id = frame.pending.pop()) {
    if (id === candidate) {
      later.push(id);
      continue;
    }
    let edges = flowOut(graph, id);
    if (roleIn(graph, id) === 'component' && id !== frame.id) {
      if (!joins.has(id) && !open.has(id)) {
        frame.pending.push(id, ...later);
        return id;
      }
      frame.nested.push(id);
      const join = joins.get(id);
      if (join !== undefined && roleIn(graph, join) === 'fan_in') {
        enter(join);
        edges = routeEdges(graph, id);
      }
    }
    for (const edge of edges) if (isCourseEdge(edge)) enter(edge.to);
  }
  frame.pending = later;
  return undefined;
}

function roleIn(graph: Graph, id: string): NodeRole | undefined {
  const node = graph.nodes.get(id);
  return node === undefined ? undefined : roleOf(node);
}

/** The first fan-in at or behind a node on the common way. */
function fanInFrom(graph: Graph, ways: PostDominators, from: string | undefined): string | undefined {
  for (let id = from; id !== undefined; id = following(graph, ways, id)) {
    if (roleIn(graph, id) === 'fan_in') return id;
  }
  return undefined;
}

/** The next node on the common way; the exit is no join. */
function following(graph: Graph, ways: PostDominators, id: string): string | undefined {
  const next = ways.next(id);
  return next === undefined || roleIn(graph, next) === 'exit' ? undefined : next;
}

/** The nearest node on every way from every branch; a branch's own first node only when another branch leads to it. */
function nearestCommon(graph: Graph, ways: PostDominators, componentId: string): string | undefined {
  const firsts = [...new Set(branchEdges(graph, componentId).map((edge) => edge.to))].filter((id) => ways.depth(id) !== undefined);
  let common = firsts[0];
  for (const first of firsts) common = common === undefined ? undefined : commonOf(ways, common, first);
  if (common === undefined || roleIn(graph, common) === 'exit') return undefined;
  const own = firsts.length === 1 && common === firsts[0];
  let found: string | undefined = own ? following(graph, ways, common) : common;
  while (found === componentId) found = following(graph, ways, found);
  return found;
}

function commonOf(ways: PostDominators, a: string, b: string): string | undefined {
  let left: string | undefined = a;
  let right: string | undefined = b;
  while (left !== undefined && right !== undefined && left !== right) {
    const difference: number = (ways.depth(left) ?? 0) - (ways.depth(right) ?? 0);
    if (difference >= 0) left = ways.next(left);
    if (difference <= 0) right = ways.next(right);
  }
  return left === right ? left : undefined;
}
