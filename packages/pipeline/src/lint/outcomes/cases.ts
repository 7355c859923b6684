import { type ConditionAtom, conditionAtoms } from '../../condition/keys.ts';
import { STATUS_WORDS } from '../../condition/possible.ts';
import { labelWithoutAccelerator } from '../../label.ts';
import type { Edge, Graph, Node } from '../../model.ts';
import type { FinalStatus } from '../../node-type/descriptor.ts';
import { descriptorOf } from '../../node-type/registry.ts';
import { edgeValue, nodeValue } from '../../registry/value.ts';
import { choiceLabel, choicesOf } from '../../validation/choices.ts';
import { endStatuses, mayLabel } from './statuses.ts';

/** Stands for a text that equals nothing written in the graph. */
export const OTHER = '\u{e000}other';

/** One way in which a visit can end, as far as edges can see it. */
export interface Case {
  readonly status: FinalStatus;
  /** Empty: none. `OTHER`: one that nothing in the graph names. */
  readonly label: string;
  readonly failureClass: string;
  /** The edge of a person's choice. */
  readonly chosen?: Edge;
}

/** Classes a failure can carry to its edges; `budget` halts the run before (engine.md 4). */
export const FAILURE_CLASSES = ['deterministic', 'transient', 'timeout', 'contract', 'dependency', 'cancelled', 'internal'];

const words: ReadonlySet<string> = new Set(STATUS_WORDS);

/** Longer labels of edges with conditions are explanations. */
const longestWord = 30;

/** More labels than this are not told apart. */
const maxLabels = 40;

/** The ways in which a node can end: status, label, failure class, choice. Undefined when there are too many to tell apart. */
export function casesOf(graph: Graph, node: Node, edges: readonly Edge[]): readonly Case[] | undefined {
  const atoms = edges.flatMap((edge) => (edge.condition === undefined ? [] : conditionAtoms(edge.condition)));
  const readsClass = atoms.some((atom) => atom.key === 'failure_class' || atom.key === 'context.failure_class');
  const fixed = descriptorOf(node.type).labels;
  const labels = mayLabel(node) ? declaredLabels(node, edges, atoms) : fixed.length > 0 ? fixed : [''];
  if (labels.length > maxLabels) return undefined;
  const isPerson = descriptorOf(node.type).decidedBy === 'person';
  const cases: Case[] = [];
  for (const status of endStatuses(node)) {
    if (isPerson && status === 'success') cases.push(...choices(graph, node));
    else
      for (const failureClass of readsClass ? classesOf(status) : [status === 'fail' ? 'deterministic' : ''])
        for (const label of labels) cases.push({ status, label, failureClass });
  }
  return cases;
}

function classesOf(status: FinalStatus): readonly string[] {
  if (status === 'fail') return FAILURE_CLASSES;
  return status === 'skipped' ? ['', 'dependency'] : [''];
}

/** No label, the labels that the node's edges declare or test, and some other one. */
function declaredLabels(node: Node, edges: readonly Edge[], atoms: readonly ConditionAtom[]): string[] {
  const labels = new Set<string>(['', ...descriptorOf(node.type).labels]);
  for (const edge of edges) {
    const label = labelWithoutAccelerator(edgeValue(edge, 'label'));
    // A sentence on an edge with a condition explains the edge; nobody answers with it.
    if (edge.condition === undefined || label.length <= longestWord) labels.add(label);
  }
  for (const atom of atoms) {
    if (atom.kind !== 'comparison' || (atom.operator !== '=' && atom.operator !== '!=')) continue;
    const isLabel = atom.key === 'preferred_label' || atom.key === 'context.preferred_label';
    if (isLabel || (atom.key === 'outcome' && !words.has(atom.literal.trim()))) labels.add(atom.literal.trim());
  }
  return [...labels, OTHER];
}

function choices(graph: Graph, node: Node): Case[] {
  const plain: Case = { status: 'success', label: '', failureClass: '' };
  if (nodeValue(node, 'mode') === 'freeform') return [plain];
  return choicesOf(graph, node).map((edge) => ({ ...plain, label: labelWithoutAccelerator(choiceLabel(edge)), chosen: edge }));
}
