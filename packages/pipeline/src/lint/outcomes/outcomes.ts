import type { Condition } from '../../condition/condition.ts';
import { type ConditionAtom, conditionAtoms } from '../../condition/keys.ts';
import { possibleStatuses } from '../../condition/possible.ts';
import { normalizeLabel } from '../../label.ts';
import type { Edge, Graph, Node } from '../../model.ts';
import type { FinalStatus } from '../../node-type/descriptor.ts';
import { descriptorOf, roleOf } from '../../node-type/registry.ts';
import { edgeValue, graphValue, nodeValue } from '../../registry/value.ts';
import { routeEdges } from '../../topology/branches.ts';
import { onwardEdges } from '../../topology/child-subgraph.ts';
import { joinOf } from '../../topology/join.ts';
import { type Case, casesOf, OTHER } from './cases.ts';
import { successLines } from './printed.ts';
import { atomHolds, knownText, openSearches, slotOf, textsOf } from './slots.ts';
import { endStatuses, isCommand, mayLabel, reportsByFile } from './statuses.ts';

/** An outcome for which no edge is found. */
export interface Stranded {
  readonly case: Case;
  /** Whatever the context holds; else it depends on what `witness` says. */
  readonly always: boolean;
  /** Values of the context for which no edge is found, in words; empty when nothing is known of them. */
  readonly witness: string;
}

/** What can follow a node: its possible outcomes against the conditions of its edges, by the rules of engine.md 4b. */
export interface NodeOutcomes {
  readonly statuses: ReadonlySet<FinalStatus>;
  /** Every outcome was tried on every context that the conditions tell apart; else edges may be said to be possible needlessly. */
  readonly complete: boolean;
  /** With which statuses an edge can be chosen. Sound: never, when the set is empty. */
  statusesOf(edge: Edge): ReadonlySet<FinalStatus>;
  /** The last `iteration` at which an edge can be chosen; infinite when its conditions do not tell. Sound. */
  lastIteration(edge: Edge): number;
  readonly stranded: readonly Stranded[];
}

/** Evaluations spent on one node: a node with more combinations is judged condition by condition. */
const budget = 20_000;

const cache = new WeakMap<Graph, Map<string, NodeOutcomes>>();

/** Enumerates a node's outcomes; cached. Nodes of one outcome and plain edges cost next to nothing. */
export function outcomesOf(graph: Graph, node: Node): NodeOutcomes {
  let known = cache.get(graph);
  if (known === undefined) {
    known = new Map();
    cache.set(graph, known);
  }
  let outcomes = known.get(node.id);
  if (outcomes === undefined) {
    outcomes = compute(graph, node, choiceEdges(graph, node));
    known.set(node.id, outcomes);
  }
  return outcomes;
}

/** Whether some outcome of its node satisfies an edge's condition, whatever the other edges say. Sound: never, when false. */
export function canHold(graph: Graph, node: Node, edge: Edge): boolean {
  return compute(graph, node, [edge]).statusesOf(edge).size > 0;
}

/** The edges a node's outcome chooses among: a component's routes, not its branches (engine.md 8). */
export function choiceEdges(graph: Graph, node: Node): readonly Edge[] {
  return roleOf(node) === 'component' ? routeEdges(graph, node.id) : onwardEdges(graph, node.id);
}

interface Candidate {
  readonly edge: Edge;
  readonly condition: Condition | undefined;
  /** A failed node may take it without a condition. */
  readonly afterFailure: boolean;
  readonly label: string;
}

function compute(graph: Graph, node: Node, among: readonly Edge[]): NodeOutcomes {
  const statuses = endStatuses(node);
  const edges = [...among].sort(byPreference);
  const canonical = graphValue(graph, 'fail_routing') === 'canonical';
  const candidates = edges.map((edge): Candidate => {
    const target = graph.nodes.get(edge.to);
    return {
      edge,
      condition: edge.condition,
      afterFailure: canonical || (target !== undefined && nodeValue(target, 'runs_on') !== 'success'),
      label: normalizeLabel(edgeValue(edge, 'label')),
    };
  });
  const hasJoin = roleOf(node) === 'component' && joinOf(graph, node.id) !== undefined;
  const cases = casesOf(graph, node, edges);
  const contexts = cases === undefined ? undefined : contextsOf(node, edges);
  if (cases === undefined || contexts === undefined || cases.length * contexts.count * Math.max(1, edges.length) > budget)
    return estimate(node, statuses, candidates, hasJoin);

  const chosen = new Map<Edge, Set<FinalStatus>>(edges.map((edge) => [edge, new Set()]));
  const last = new Map<Edge, number>();
  const stranded: Stranded[] = [];
  const anyLabel = mayLabel(node);
  for (const each of cases) {
    let strandedAt: number | undefined;
    let found = false;
    for (let index = 0; index < contexts.count; index++) {
      if (!contexts.happens(index, each)) continue;
      const holds = contexts.evaluator(index, each);
      const picked = pick(node, each, candidates, holds, anyLabel);
      for (const edge of picked) {
        chosen.get(edge)?.add(each.status);
        last.set(edge, Math.max(last.get(edge) ?? -1, contexts.iteration(index)));
      }
      if (picked.length > 0 || (hasJoin && each.status !== 'fail')) found = true;
      else strandedAt ??= index;
    }
    if (strandedAt !== undefined) stranded.push({ case: each, always: !found, witness: found ? contexts.describe(strandedAt, each) : '' });
  }
  return {
    statuses,
    complete: true,
    statusesOf: (edge) => chosen.get(edge) ?? new Set(),
    lastIteration: (edge) => last.get(edge) ?? -1,
    stranded,
  };
}

/** The order of engine.md 4b among equals: weight, then target id by bytes, then the file. */
function byPreference(a: Edge, b: Edge): number {
  return edgeValue(b, 'weight') - edgeValue(a, 'weight') || Buffer.compare(Buffer.from(a.to), Buffer.from(b.to)) || a.index - b.index;
}

/** The edges that an outcome can take: one, or several where a label or a suggestion that nobody knows decides; none when it is stranded. */
function pick(
  node: Node,
  { status, label, chosen }: Case,
  candidates: readonly Candidate[],
  holds: (condition: Condition) => boolean,
  anyLabel: boolean,
): readonly Edge[] {
  if (chosen !== undefined && descriptorOf(node.type).decidedBy === 'person')
    return chosen.condition === undefined || holds(chosen.condition) ? [chosen] : [];
  const holding = candidates.find(({ condition }) => condition !== undefined && holds(condition));
  if (holding !== undefined) return [holding.edge];
  const open = candidates.filter(({ condition, afterFailure }) => condition === undefined && (status !== 'fail' || afterFailure));
  if (anyLabel || label !== '') {
    const labelled = label === '' || label === OTHER ? undefined : open.find((candidate) => candidate.label === normalizeLabel(label));
    if (labelled !== undefined) return [labelled.edge];
    if (anyLabel) return open.map(({ edge }) => edge);
  }
  return open.slice(0, 1).map(({ edge }) => edge);
}

interface Contexts {
  readonly count: number;
  /** False for a context that the outcome rules out. */
  happens(index: number, outcome: Case): boolean;
  evaluator(index: number, outcome: Case): (condition: Condition) => boolean;
  iteration(index: number): number;
  describe(index: number, outcome: Case): string;
}

/** Every context that the conditions tell apart, by number; undefined when there are too many. */
function contextsOf(node: Node, edges: readonly Edge[]): Contexts | undefined {
  const atoms = new Map<string, ConditionAtom[]>();
  for (const { condition } of edges) {
    for (const atom of condition === undefined ? [] : conditionAtoms(condition)) {
      const slot = slotOf(node, atom.key);
      const list = atoms.get(slot);
      if (list === undefined) atoms.set(slot, [atom]);
      else list.push(atom);
    }
  }
  const variables: { readonly name: string; readonly values: readonly (string | boolean)[]; readonly size: number }[] = [];
  let count = 1;
  const add = (name: string, values: readonly (string | boolean)[]): boolean => {
    variables.push({ name, values, size: count });
    count *= values.length;
    return count <= budget;
  };
  for (const [slot, own] of atoms) {
    if (!slot.startsWith('@') && !add(slot, textsOf(slot, own))) return undefined;
    for (const name of openSearches(slot, own)) if (!add(name, [false, true])) return undefined;
  }
  const positions = new Map(variables.map((variable) => [variable.name, variable]));
  const valueAt = (name: string, index: number): string | boolean | undefined => {
    const variable = positions.get(name);
    return variable?.values[Math.floor(index / variable.size) % variable.values.length];
  };
  const textAt = (slot: string, index: number, outcome: Case): string =>
    knownText(node, slot, outcome) ?? String(valueAt(slot, index) ?? '');
  const printable = linesIn(node, atoms.get('tool.last_line'));
  const top = Number(positions.get('iteration')?.values[0]);
  return {
    count,
    happens: (index, { status }) =>
      status !== 'success' || printable === undefined || printable.has(String(valueAt('tool.last_line', index))),
    evaluator: (index, outcome) => (condition) =>
      holdsWith(condition, (atom) => {
        const slot = slotOf(node, atom.key);
        return atomHolds(atom, textAt(slot, index, outcome), slot, (name) => valueAt(name, index) === true);
      }),
    iteration(index) {
      const value = valueAt('iteration', index);
      return value === undefined || Number(value) === top ? Number.POSITIVE_INFINITY : Number(value);
    },
    describe(index, outcome) {
      const parts: string[] = [];
      for (const [slot, own] of atoms) {
        if (slot.startsWith('@') || knownText(node, slot, outcome) !== undefined) continue;
        const text = textAt(slot, index, outcome);
        const written = own[0]?.key ?? slot;
        if (text === OTHER) parts.push(`\`${written}\` is none of the values asked for`);
        else parts.push(text === '' ? `\`${written}\` is empty` : `\`${written}\` is ${text}`);
      }
      return parts.join(' and ');
    },
  };
}

/** Of the texts that conditions tell apart those that a command can have as its last line when it succeeds; undefined when that is not known. */
function linesIn(node: Node, atoms: readonly ConditionAtom[] | undefined): ReadonlySet<string> | undefined {
  if (atoms === undefined || !isCommand(node) || reportsByFile(node) || nodeValue(node, 'continue_on_fail')) return undefined;
  const lines = successLines(node);
  const isEqual = (atom: ConditionAtom): boolean => atom.kind === 'truthy' || ['=', '!=', 'contains', 'matches'].includes(atom.operator);
  if (lines === undefined || !atoms.every(isEqual)) return undefined;
  const texts = new Set(textsOf('tool.last_line', atoms));
  return new Set([...lines].map((line) => (texts.has(line) ? line : OTHER)));
}

/** Depth is bounded by the parser of conditions. */
function holdsWith(condition: Condition, atom: (atom: ConditionAtom) => boolean): boolean {
  switch (condition.kind) {
    case 'truthy':
    case 'comparison':
      return atom(condition);
    case 'not':
      return !holdsWith(condition.operand, atom);
    case 'and':
      return condition.operands.every((operand) => holdsWith(operand, atom));
    case 'or':
      return condition.operands.some((operand) => holdsWith(operand, atom));
  }
}

/** Each condition for itself: sound, with edges that another one would win over. */
function estimate(node: Node, statuses: ReadonlySet<FinalStatus>, candidates: readonly Candidate[], hasJoin: boolean): NodeOutcomes {
  const anyLabel = mayLabel(node);
  const byEdge = new Map<Edge, ReadonlySet<FinalStatus>>();
  for (const { edge, condition, afterFailure } of candidates) {
    const possible = condition === undefined || anyLabel ? undefined : possibleStatuses(condition);
    const may = (status: FinalStatus): boolean =>
      condition === undefined ? status !== 'fail' || afterFailure : (possible?.has(status) ?? true);
    byEdge.set(edge, new Set([...statuses].filter(may)));
  }
  const open = (status: FinalStatus): boolean =>
    (hasJoin && status !== 'fail') ||
    candidates.some(({ condition, afterFailure }) => condition === undefined && (status !== 'fail' || afterFailure));
  return {
    statuses,
    complete: false,
    statusesOf: (edge) => byEdge.get(edge) ?? new Set(),
    lastIteration: () => Number.POSITIVE_INFINITY,
    stranded: [...statuses]
      .filter((status) => !open(status))
      .map((status) => ({ case: { status, label: '', failureClass: '' }, always: candidates.length === 0, witness: '' })),
  };
}
