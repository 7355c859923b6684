import { conditionAtoms } from '../../condition/keys.ts';
import type { Edge, Graph, Node } from '../../model.ts';
import { descriptorOf } from '../../node-type/registry.ts';
import { nodeValue } from '../../registry/value.ts';
import type { Rule } from '../../validation/rule.ts';
import { stepsFrom } from '../course/course.ts';
import { cycleIn, cycleText, type Knot, knotsOf, partsWithout } from '../course/knots.ts';
import { slotOf } from '../outcomes/slots.ts';
import { isCommand } from '../outcomes/statuses.ts';
import { atEdge } from '../places.ts';

/** Whether a cycle goes on is decided by what models say, and by nothing else (language.md 8). */
export const cycleNoDeterministicExit: Rule = {
  id: 'TOPO-005',
  name: 'cycle_no_deterministic_exit',
  severity: 'warning',
  *check({ graph }) {
    for (const knot of knotsOf(graph)) {
      const firm = new Set(knot.nodes.filter((id) => isFirm(graph, knot, id)));
      // A cycle through a redirect or a jump is bounded by the engine.
      const counted = new Set(knot.cuts.filter((cut) => cut.limit.kind !== 'max_visits').flatMap((cut) => [...cut.steps]));
      for (const cut of knot.cuts) if (cut.node !== undefined) firm.add(cut.node);
      for (const part of partsWithout(knot, firm, counted)) {
        const cycle = cycleIn(knot, part, firm, counted);
        const model = cycle.find((step) => parts(graph, step.from) && isModel(graph, step.from));
        const edge = cycle.findLast((step) => step.edge !== undefined)?.edge;
        if (edge === undefined || model === undefined) continue;
        yield {
          message:
            `only a model's word (\`${model.from}\`) decides whether the cycle ${cycleText(cycle)} goes on; ` +
            `put a command or a person on it whose verdict counts, or limit it by \`max_visits\``,
          ...atEdge(edge),
        };
      }
    }
  },
};

function isModel(graph: Graph, id: string): boolean {
  const node = graph.nodes.get(id);
  return node !== undefined && (descriptorOf(node.type).decidedBy === 'model' || descriptorOf(node.type).failIsOnlyFault);
}

/** Its ways part: to more than one node. */
function parts(graph: Graph, id: string): boolean {
  return new Set(stepsFrom(graph, id).map((step) => step.to)).size > 1;
}

/** A node at which something else than a model decides where the run goes on. */
function isFirm(graph: Graph, knot: Knot, id: string): boolean {
  const node = graph.nodes.get(id);
  if (node === undefined || !parts(graph, id)) return false;
  const { decidedBy, failIsOnlyFault, callsModel } = descriptorOf(node.type);
  if (knot.trusted.some((limit) => limit.node === id)) return true;
  if (decidedBy === 'person') return true;
  if (decidedBy === 'engine' && !failIsOnlyFault) return !callsModel(node) || knot.frame.owner !== undefined;
  if ((nodeValue(node, 'must_write') ?? '').trim() !== '') return true;
  return stepsFrom(graph, id).some(({ edge }) => edge !== undefined && readsFirmKey(graph, node, edge));
}

/** A condition on a key that a command, a person or the engine writes. */
function readsFirmKey(graph: Graph, node: Node, edge: Edge): boolean {
  if (edge.condition === undefined) return false;
  return conditionAtoms(edge.condition).some((atom) => {
    const slot = slotOf(node, atom.key);
    if (slot.startsWith('@') || slot === 'preferred_label' || slot.startsWith('internal.')) return false;
    if (/^(?:tool|previous|human|parallel|manager|stack|graph)\.|^iteration$/.test(slot)) return true;
    const writer = graph.nodes.get(slot.slice(0, Math.max(0, slot.lastIndexOf('.'))));
    if (writer !== undefined && isCommand(writer)) return true;
    const keys = reportedKeys(graph);
    return keys === 'any' || keys.has(slot);
  });
}

const reporting = new WeakMap<Graph, ReadonlySet<string> | 'any'>();

/** The keys that commands declare to write; `any` when one may write what it likes. */
function reportedKeys(graph: Graph): ReadonlySet<string> | 'any' {
  let found = reporting.get(graph);
  if (found === undefined) {
    const commands = [...graph.nodes.values()].filter(isCommand);
    const isOpen = commands.some((node) => nodeValue(node, 'parse_json') && nodeValue(node, 'outputs').length === 0);
    found = isOpen ? 'any' : new Set(commands.flatMap((node) => nodeValue(node, 'outputs')));
    reporting.set(graph, found);
  }
  return found;
}
