import {
  blockOf,
  branchEdges,
  cycleThrough,
  descriptorOf,
  flowIn,
  flowOut,
  type Graph,
  isRouteEdge,
  joinOf,
  reachableFrom,
  routeEdges,
  stronglyConnected,
} from '@attractor/pipeline';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { immediateDominators } from '../src/topology/dominators.ts';
import { frame, graphOf } from './helpers.ts';

const runs = { numRuns: Number(process.env['ATTRACTOR_FUZZ_RUNS'] ?? 300) };
const fan = 'c [shape=component] f [shape=tripleoctagon]\n';
const block = (body: string, id = 'c') => [...blockOf(graphOf(frame + fan + body), id)].sort();
const join = (body: string, id = 'c') => joinOf(graphOf(frame + fan + body), id);

describe('language.md 7: flow edges', () => {
  test('language.md 7: delegates edges are no routes; order is that of the file', () => {
    const graph = graphOf('a -> b\na -> c [kind=delegates]\na -> d\nc -> b');
    expect(flowOut(graph, 'a').map((edge) => edge.to)).toEqual(['b', 'd']);
    expect(flowIn(graph, 'b').map((edge) => edge.from)).toEqual(['a', 'c']);
    expect(flowOut(graph, 'nowhere')).toEqual([]);
    expect([...reachableFrom(graph, 'a')].sort()).toEqual(['a', 'b', 'd']);
    expect([...reachableFrom(graph, ['a', 'c'], (edge) => edge.to !== 'd')].sort()).toEqual(['a', 'b', 'c']);
  });

  test('engine.md 3: the shortest cycle through a node', () => {
    const graph = graphOf('a -> b -> c -> a\nb -> d -> e -> b\nf -> f\nc -> g');
    expect(cycleThrough(graph, 'a')).toEqual(['a', 'b', 'c']);
    expect(cycleThrough(graph, 'e')).toEqual(['e', 'b', 'd']);
    expect(cycleThrough(graph, 'f')).toEqual(['f']);
    expect(cycleThrough(graph, 'g')).toBeUndefined();
  });
});

describe('engine.md 8: branches and joins', () => {
  test('engine.md 8: an edge is a route when its condition tests the outcome', () => {
    const graph = graphOf(
      `${frame}${fan}c -> a\nc -> b [condition="context.x=1"]\nc -> d [condition="outcome=fail"]\nc -> e [condition="x=1 && failure_class!=timeout"]`,
    );
    expect(branchEdges(graph, 'c').map((edge) => edge.to)).toEqual(['a', 'b']);
    expect(routeEdges(graph, 'c').map((edge) => edge.to)).toEqual(['d', 'e']);
    expect(graph.edges.map(isRouteEdge)).toEqual([false, false, true, true]);
  });

  test('engine.md 8: the nearest fan-in on every path', () => {
    expect(join('c -> a -> f -> exit\nc -> b -> f')).toBe('f');
    expect(block('c -> a -> f -> exit\nc -> b -> f')).toEqual(['a', 'b']);
  });

  test('engine.md 8: a fan-in further on beats a nearer plain node; without one the nearest counts', () => {
    expect(join('c -> a -> m -> f -> exit\nc -> b -> m')).toBe('f');
    expect(join('c -> a -> m -> n -> exit\nc -> b -> m')).toBe('m');
  });

  test('engine.md 8: one branch; its own first node is no join', () => {
    expect(join('c -> a -> f -> exit')).toBe('f');
    expect(join('c -> a -> b -> exit')).toBe('b');
    expect(join('c -> a -> exit')).toBeUndefined();
    expect(join('c -> f -> b -> exit')).toBe('b');
  });

  test('engine.md 8: an empty branch', () => {
    expect(join('c -> a -> f -> exit\nc -> f')).toBe('f');
    expect(block('c -> a -> f -> exit\nc -> f')).toEqual(['a']);
  });

  test('engine.md 8: edges that ask for a failure are left out, other conditions are not', () => {
    expect(join('c -> a -> f -> exit\nc -> b -> f\na -> exit [condition="outcome=fail"]')).toBe('f');
    expect(join('c -> a -> f -> exit\nc -> b -> f\na -> exit [condition="x=1"]')).toBeUndefined();
  });

  test('engine.md 8: a failure edge inside the block keeps its nodes in it', () => {
    expect(block('c -> a -> f -> exit\na -> r [condition="outcome=fail"]\nr -> f')).toEqual(['a', 'r']);
  });

  test('engine.md 8: nested components have joins of their own', () => {
    const body = 'd [shape=component] g [shape=tripleoctagon]\nc -> d -> p -> g -> f -> exit\nd -> q -> g\nc -> a -> f';
    expect([join(body), join(body, 'd')]).toEqual(['f', 'g']);
    expect(block(body)).toEqual(['a', 'd', 'g', 'p', 'q']);
    expect(block(body, 'd')).toEqual(['p', 'q']);
  });

  test("engine.md 8: the join of a nested component is not the outer one's, even on every path", () => {
    const body = 'd [shape=component] g [shape=tripleoctagon]\nc -> d -> p -> g -> f -> exit\nd -> q -> g';
    expect([join(body), join(body, 'd')]).toEqual(['f', 'g']);
  });

  test('engine.md 8: two blocks in a row with a plain node between', () => {
    const body = 'd [shape=component]\nc -> a -> m -> d\nc -> b -> m\nd -> p -> f -> exit\nd -> q -> f';
    expect([join(body), join(body, 'd')]).toEqual(['m', 'f']);
  });

  test('engine.md 8: a block in a loop', () => {
    const body = 'c -> a -> f -> gate\nc -> b -> f\ngate -> exit [condition="outcome=success"]\ngate -> c [condition="x=1"]';
    expect(join(body)).toBe('f');
    expect(block(body)).toEqual(['a', 'b']);
  });

  test('engine.md 8: no join without a way to the exit, none at the exit itself', () => {
    expect(join('c -> a\nc -> b')).toBeUndefined();
    expect(join('c -> a -> exit\nc -> b -> exit')).toBeUndefined();
    expect(join('c -> a -> f\nc -> b -> f')).toBeUndefined();
    expect(join('c -> exit [condition="outcome=success"]')).toBeUndefined();
  });

  test('engine.md 8: a branch that ends nowhere does not stand in the way', () => {
    expect(join('c -> a -> f -> exit\nc -> b -> f\nc -> dead')).toBe('f');
  });

  test('engine.md 8: two edges to one first node are two branches of it, not empty ones', () => {
    expect(join('c -> a\nc -> a\na -> f -> exit')).toBe('f');
  });

  test('engine.md 8: components that contain each other end', () => {
    const body = 'd [shape=component] g [shape=tripleoctagon]\nc -> d\nd -> c\nd -> g -> exit\nc -> g';
    expect(['g', 'f', undefined]).toContain(join(body));
  });
});

/** A random graph of `size` nodes; edges lead to later nodes, or anywhere when `cyclic`. */
function randomGraph(cyclic: boolean): fc.Arbitrary<{ graph: Graph; size: number }> {
  return fc.integer({ min: 3, max: 9 }).chain((size) => {
    const edge = fc.tuple(fc.nat(size - 1), fc.nat(size - 1)).filter(([a, b]) => (cyclic ? a !== b : a < b));
    const shape = fc.constantFrom('box', 'component', 'tripleoctagon', 'box');
    return fc
      .tuple(fc.array(edge, { maxLength: size * 2 }), fc.array(shape, { minLength: size, maxLength: size }))
      .map(([edges, shapes]) => {
        const nodes = shapes.map((name, i) => `n${i} [shape=${i === size - 1 ? 'Msquare' : name}]`);
        return { graph: graphOf([...nodes, ...edges.map(([a, b]) => `n${a} -> n${b}`)].join('\n')), size };
      });
  });
}

const shapeRole = (graph: Graph, id: string) => descriptorOf(graph.nodes.get(id)?.type ?? '').role;
const leads = (graph: Graph, from: string, to: string, without?: string) =>
  from !== without && [...reachableFrom(graph, from, (edge) => edge.to !== without)].includes(to);

/** The definition of engine.md 8, word by word, for graphs without cycles. */
function joinByDefinition(graph: Graph, component: string, exit: string): string | undefined {
  const firsts = [...new Set(branchEdges(graph, component).map((edge) => edge.to))].filter((id) => leads(graph, id, exit));
  if (firsts.length === 0) return undefined;
  const onEveryPath = [...graph.nodes.keys()].filter((id) => {
    if (id === exit || id === component || !firsts.every((first) => first === id || !leads(graph, first, exit, id))) return false;
    return !firsts.includes(id) || firsts.some((first) => first !== id && leads(graph, first, id));
  });
  const inOrder = onEveryPath.sort((a, b) => (leads(graph, a, b) ? -1 : 1));
  const fanIn = inOrder.find((id) => {
    if (shapeRole(graph, id) !== 'fan_in') return false;
    const before = new Set(firsts.flatMap((first) => (first === id ? [] : [...reachableFrom(graph, first, (edge) => edge.to !== id)])));
    const all = new Set([...before, ...branchEdges(graph, component).map((edge) => edge.to)]);
    const nested = [...all].filter((other) => other !== id && other !== component && shapeRole(graph, other) === 'component');
    return !nested.some((other) => joinByDefinition(graph, other, exit) === id);
  });
  return fanIn ?? inOrder[0];
}

describe('engine.md 8: properties', () => {
  test('engine.md 8: joins are those of the definition', () => {
    fc.assert(
      fc.property(randomGraph(false), ({ graph, size }) => {
        for (const id of graph.nodes.keys()) {
          if (shapeRole(graph, id) === 'component') expect(joinOf(graph, id), id).toBe(joinByDefinition(graph, id, `n${size - 1}`));
        }
      }),
      runs,
    );
  });

  test('engine.md 8: joins exist with cycles too, and lie outside their block', () => {
    fc.assert(
      fc.property(randomGraph(true), ({ graph }) => {
        for (const id of graph.nodes.keys()) {
          if (shapeRole(graph, id) !== 'component') continue;
          const found = joinOf(graph, id);
          expect(blockOf(graph, id).has(found ?? '')).toBe(false);
          expect(blockOf(graph, id).has(id)).toBe(false);
        }
      }),
      runs,
    );
  });

  test('engine.md 3: strongly connected components are the classes of mutual reach', () => {
    fc.assert(
      fc.property(randomGraph(true), ({ graph }) => {
        const component = new Map(stronglyConnected(graph).flatMap((ids, index) => ids.map((id) => [id, index] as const)));
        expect(component.size).toBe(graph.nodes.size);
        for (const a of graph.nodes.keys()) {
          for (const b of graph.nodes.keys()) {
            expect(component.get(a) === component.get(b)).toBe(leads(graph, a, b) && leads(graph, b, a));
            if (leads(graph, a, b)) expect(component.get(a)).toBeGreaterThanOrEqual(component.get(b) ?? 0);
          }
        }
      }),
      runs,
    );
  });

  test('engine.md 8: dominators are the last cut on the way from the root', () => {
    fc.assert(
      fc.property(randomGraph(true), ({ graph, size }) => {
        const id = (index: number) => `n${index}`;
        const successors = Array.from({ length: size }, (_, i) => flowOut(graph, id(i)).map((edge) => Number(edge.to.slice(1))));
        const found = immediateDominators(size, 0, successors);
        for (let v = 1; v < size; v++) {
          const cuts = [...Array(size).keys()].filter((d) => d !== v && (d === 0 || !leads(graph, id(0), id(v), id(d))));
          if (!leads(graph, id(0), id(v))) expect(found[v]).toBe(-1);
          else expect(cuts.every((cut) => cut === found[v] || cut === 0 || !leads(graph, id(0), id(found[v] ?? 0), id(cut)))).toBe(true);
          if (found[v] !== -1) expect(cuts).toContain(found[v]);
        }
      }),
      runs,
    );
  });
});
