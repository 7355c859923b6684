/** Marks a node that the root does not reach, and the root's own missing dominator. */
export const unreached = -1;

/**
 * Immediate dominators by Lengauer and Tarjan, without recursion: `result[v]` is the dominator of node `v`, `unreached` for
 * nodes the root does not reach and for the root itself. O(m log n).
 */
export function immediateDominators(size: number, root: number, successors: readonly (readonly number[])[]): Int32Array {
  const number = new Int32Array(size).fill(unreached);
  const { vertex, parent } = preorder(size, root, successors, number);
  const count = vertex.length;
  const predecessors: number[][] = Array.from({ length: count }, () => []);
  for (let v = 0; v < count; v++) for (const w of successors[vertex[v] as number] ?? []) predecessors[number[w] as number]?.push(v);

  // Everything below works on preorder numbers.
  const semi = Int32Array.from({ length: count }, (_, v) => v);
  const label = Int32Array.from(semi);
  const ancestor = new Int32Array(count).fill(unreached);
  const dominator = new Int32Array(count).fill(unreached);
  const buckets: number[][] = Array.from({ length: count }, () => []);

  const evaluate = (v: number): number => {
    if (ancestor[v] === unreached) return v;
    compress(v, ancestor, label, semi);
    return label[v] as number;
  };

  for (let w = count - 1; w > 0; w--) {
    for (const v of predecessors[w] as number[]) semi[w] = Math.min(semi[w] as number, semi[evaluate(v)] as number);
    buckets[semi[w] as number]?.push(w);
    const above = parent[w] as number;
    ancestor[w] = above;
    for (const v of buckets[above] as number[]) {
      const u = evaluate(v);
      dominator[v] = (semi[u] as number) < (semi[v] as number) ? u : above;
    }
    buckets[above] = [];
  }
  const result = new Int32Array(size).fill(unreached);
  for (let w = 1; w < count; w++) {
    if (dominator[w] !== semi[w]) dominator[w] = dominator[dominator[w] as number] as number;
    result[vertex[w] as number] = vertex[dominator[w] as number] as number;
  }
  return result;
}

/** Numbers nodes in depth-first preorder; `parent` is in preorder numbers. */
function preorder(size: number, root: number, successors: readonly (readonly number[])[], number: Int32Array) {
  const vertex: number[] = [root];
  const parent: number[] = [unreached];
  number[root] = 0;
  const next = new Int32Array(size);
  const path = [root];
  for (let v = path.at(-1); v !== undefined; v = path.at(-1)) {
    const w = successors[v]?.[next[v] as number];
    next[v] = (next[v] as number) + 1;
    if (w === undefined) path.pop();
    else if (number[w] === unreached) {
      number[w] = vertex.length;
      vertex.push(w);
      parent.push(number[v] as number);
      path.push(w);
    }
  }
  return { vertex, parent };
}

function compress(v: number, ancestor: Int32Array, label: Int32Array, semi: Int32Array): void {
  const path: number[] = [];
  for (let u = v; ancestor[ancestor[u] as number] !== unreached; u = ancestor[u] as number) path.push(u);
  for (let i = path.length - 1; i >= 0; i--) {
    const u = path[i] as number;
    const a = ancestor[u] as number;
    if ((semi[label[a] as number] as number) < (semi[label[u] as number] as number)) label[u] = label[a] as number;
    ancestor[u] = ancestor[a] as number;
  }
}
