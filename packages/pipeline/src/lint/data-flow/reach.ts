import { componentsOver } from '../../topology/components.ts';
import type { Carry, CarryGraph } from './carry-graph.ts';

/** Which ways count. */
export type Follow = (carry: Carry) => boolean;

export const withinContext: Follow = (carry) => !carry.crosses;
export const keepingTool: Follow = (carry) => !carry.crosses && !carry.dropsTool;
export const anyWay: Follow = () => true;

/** Where ways lead from some nodes, those nodes only when a way leads back to them. */
export function reached(graph: CarryGraph, sources: Iterable<number>, follow: Follow): Uint8Array {
  const seen = new Uint8Array(graph.ids.length);
  const pending = [...sources];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    for (const carry of graph.out[at] ?? []) {
      if (seen[carry.to] === 1 || !follow(carry)) continue;
      seen[carry.to] = 1;
      pending.push(carry.to);
    }
  }
  return seen;
}

/** From which nodes ways lead to a node; the node itself only when a way leads back to it. */
export function reaching(graph: CarryGraph, target: number, follow: Follow): Uint8Array {
  const seen = new Uint8Array(graph.ids.length);
  const pending = [target];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    for (const carry of graph.into[at] ?? []) {
      if (seen[carry.from] === 1 || !follow(carry)) continue;
      seen[carry.from] = 1;
      pending.push(carry.from);
    }
  }
  return seen;
}

/**
 * Answers whether ways lead from one node to another. Most answers come from the order of strongly connected components and from the
 * intervals of one depth-first walk; the others cost a search each, and when these have cost too much in sum the answer is yes, which a
 * rule that fires on "no" can bear.
 */
export class Reachability {
  readonly #graph: CarryGraph;
  readonly #follow: Follow;
  readonly #enter: Int32Array;
  readonly #leave: Int32Array;
  /** Components by number: a way leads to the same or a lower one. */
  readonly #component: Int32Array;
  readonly #cyclic: Uint8Array;
  /** The search that has seen a node last. */
  readonly #seen: Int32Array;
  #search = 0;
  #budget: number;

  constructor(graph: CarryGraph, follow: Follow) {
    this.#graph = graph;
    this.#follow = follow;
    this.#enter = new Int32Array(graph.ids.length).fill(-1);
    this.#leave = new Int32Array(graph.ids.length);
    this.#component = new Int32Array(graph.ids.length);
    this.#cyclic = new Uint8Array(graph.ids.length);
    this.#seen = new Int32Array(graph.ids.length);
    this.#budget = 1_000_000 + 50 * graph.ids.length;
    this.#order();
    this.#walk();
  }

  #order(): void {
    const next = this.#graph.out.map((ways) => ways.filter(this.#follow).map((way) => way.to));
    const parts = componentsOver(next.keys(), (at) => next[at] ?? []);
    for (const [number, part] of parts.entries()) {
      for (const at of part) {
        this.#component[at] = number;
        this.#cyclic[at] = part.length > 1 || (next[at] ?? []).includes(at) ? 1 : 0;
      }
    }
  }

  #walk(): void {
    let clock = 0;
    const next = new Int32Array(this.#enter.length);
    for (let root = 0; root < this.#enter.length; root++) {
      if (this.#enter[root] !== -1) continue;
      const path = [root];
      this.#enter[root] = clock++;
      for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
        const carry = this.#graph.out[at]?.[next[at] as number];
        next[at] = (next[at] as number) + 1;
        if (carry === undefined) {
          this.#leave[at] = clock;
          path.pop();
        } else if (this.#enter[carry.to] === -1 && this.#follow(carry)) {
          this.#enter[carry.to] = clock++;
          path.push(carry.to);
        }
      }
    }
  }

  /** By one way at least: a node reaches itself only over a cycle. */
  leads(from: number, to: number): boolean {
    const [own, target] = [this.#component[from] as number, this.#component[to] as number];
    if (own === target) return this.#cyclic[from] === 1;
    if (own < target) return false;
    const end = this.#enter[to] as number;
    if ((this.#enter[from] as number) <= end && end < (this.#leave[from] as number)) return true;
    return this.#find(from, to, target);
  }

  #find(from: number, to: number, target: number): boolean {
    const search = ++this.#search;
    const queue = [from];
    for (let at = 0; at < queue.length && this.#budget > 0; at++) {
      for (const carry of this.#graph.out[queue[at] as number] ?? []) {
        this.#budget--;
        if (carry.to === to && this.#follow(carry)) return true;
        if (this.#seen[carry.to] === search || (this.#component[carry.to] as number) < target || !this.#follow(carry)) continue;
        this.#seen[carry.to] = search;
        queue.push(carry.to);
      }
    }
    return this.#budget <= 0;
  }
}
