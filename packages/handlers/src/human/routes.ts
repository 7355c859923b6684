import type { Choice } from '@attractor/engine';
import {
  acceleratorKey,
  choiceLabel,
  choicesOf,
  type Edge,
  type Graph,
  labelWithoutAccelerator,
  type Node,
  nodeValue,
  normalizeLabel,
  reachableFrom,
} from '@attractor/pipeline';

/** A choice of a gate with the edge it takes; a `no` may have none (engine.md 9). */
export interface Route {
  readonly choice: Choice;
  readonly edge?: Edge;
}

/** What a person can answer at a gate, in file order; empty when nothing leads on but failure routes. */
export function routesOf(graph: Graph, node: Node, hasRun: (id: string) => boolean): readonly Route[] {
  const edges = choicesOf(graph, node);
  if (edges.length === 0) return [];
  const mode = nodeValue(node, 'mode');
  const routes = mode === 'yes_no' || mode === 'confirm' ? yesAndNo(edges) : keyed(edges);
  const back = leadingBack(graph, node);
  const stated = routes.map((route): Route => ({ ...route, choice: { ...route.choice, leadsBack: back.has(route.choice.target) } }));
  // Only when every way leads back does it matter where the run has been.
  if (stated.some(({ choice }) => choice.target !== '' && choice.leadsBack !== true)) return stated;
  return stated.map((route): Route => ({ ...route, choice: { ...route.choice, hasRun: hasRun(route.choice.target) } }));
}

const backCache = new WeakMap<Graph, Map<string, ReadonlySet<string>>>();

/** The targets of a gate from which flow edges lead to it again. */
function leadingBack(graph: Graph, node: Node): ReadonlySet<string> {
  let gates = backCache.get(graph);
  if (gates === undefined) {
    gates = new Map();
    backCache.set(graph, gates);
  }
  let back = gates.get(node.id);
  if (back === undefined) {
    const targets = new Set(choicesOf(graph, node).map((edge) => edge.to));
    back = new Set([...targets].filter((target) => target === node.id || reachableFrom(graph, target).has(node.id)));
    gates.set(node.id, back);
  }
  return back;
}

/** Keys: those that labels name, else first letters; a key that another choice has too is none (engine.md 9). */
function keyed(edges: readonly Edge[]): Route[] {
  const keys = edges.map((edge) => {
    const written = choiceLabel(edge);
    const named = acceleratorKey(written);
    return { key: named ?? /[\p{L}\p{N}]/u.exec(written)?.[0] ?? '', named: named !== undefined };
  });
  const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
  const isUnique = (index: number): boolean => {
    const own = keys[index];
    if (own === undefined || own.key === '') return false;
    // A first letter gives way to a key that another label names.
    return !keys.some((other, i) => i !== index && same(other.key, own.key) && (!own.named || other.named));
  };
  return edges.map((edge, index) => {
    const label = labelWithoutAccelerator(choiceLabel(edge));
    return { edge, choice: { key: isUnique(index) ? (keys[index]?.key ?? '') : '', label, target: edge.to } };
  });
}

/** Yes takes the edge labelled Yes, else the only edge; no takes the edge labelled No (engine.md 9). */
function yesAndNo(edges: readonly Edge[]): Route[] {
  const labelled = (word: string): Edge | undefined => edges.find((edge) => normalizeLabel(choiceLabel(edge)) === word);
  const no = labelled('no');
  const only = edges.length === 1 && edges[0] !== no ? edges[0] : undefined;
  return [yesOrNo('Yes', 'Y', labelled('yes') ?? only), yesOrNo('No', 'N', no)];
}

function yesOrNo(label: string, letter: string, edge: Edge | undefined): Route {
  const named =
    edge === undefined || normalizeLabel(choiceLabel(edge)) !== label.toLowerCase() ? undefined : acceleratorKey(choiceLabel(edge));
  const choice = { key: named ?? letter, label, target: edge?.to ?? '' };
  return edge === undefined ? { choice } : { choice, edge };
}
