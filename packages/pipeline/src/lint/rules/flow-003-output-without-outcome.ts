import { type ConditionAtom, conditionAtoms, mentionsOutcome } from '../../condition/keys.ts';
import type { Edge, Graph, Node } from '../../model.ts';
import { descriptorOf } from '../../node-type/registry.ts';
import { inheritedValue, nodeValue } from '../../registry/value.ts';
import { rangeWithin, withRange } from '../../source-range.ts';
import { flowOut } from '../../topology/flow.ts';
import type { Rule } from '../../validation/rule.ts';
import { alwaysSucceeds } from '../command/always-succeeds.ts';

export const outputWithoutOutcome: Rule = {
  id: 'FLOW-003',
  name: 'output_without_outcome',
  severity: 'warning',
  *check({ graph }) {
    for (const node of graph.nodes.values()) {
      if (!descriptorOf(node.type).requires.includes('tool_command')) continue;
      let fails: boolean | undefined;
      for (const edge of flowOut(graph, node.id)) {
        const key = outputKey(node, edge);
        const attribute = edge.attributes.get('condition');
        if (key === undefined || attribute === undefined) continue;
        fails ??= canFail(graph, node);
        if (!fails) break;
        const message =
          `the edge ${edge.from} -> ${edge.to} goes by \`${key.name}\` whether \`${node.id}\` passed or not: a command that prints the word and ` +
          'then fails takes it too; add `outcome=success &&`, or `outcome=fail &&` where a failure is meant';
        yield { message, ...withRange(rangeWithin(attribute, key.range)), edge: { from: edge.from, to: edge.to } };
      }
    }
  },
};

/** The tool's output that a condition reads without a word about the outcome: it can hold after a success and after a failure alike. */
function outputKey(node: Node, { condition }: Edge) {
  if (condition === undefined) return undefined;
  const atoms = conditionAtoms(condition);
  const name = (key: string): string => key.replace(/^context\./, '');
  const isOf = (key: string, part: RegExp): boolean => {
    const owner = [`tool.`, `${node.id}.`].find((prefix) => name(key).startsWith(prefix));
    return owner !== undefined && part.test(name(key).slice(owner.length));
  };
  // What is not the word may well come from a failure: `!=` is the route for the rest.
  const isRest = (atom: ConditionAtom): boolean => atom.kind === 'comparison' && atom.operator === '!=';
  const reading = atoms.find((atom) => isOf(atom.key, /^(?:output|last_line|stderr_tail)$/) && !isRest(atom));
  if (reading === undefined || mentionsOutcome(condition) || atoms.some((atom) => isOf(atom.key, /^exit_code$/))) return undefined;
  return {
    name: name(reading.key),
    range: reading.kind === 'truthy' ? reading.range : reading.keyRange,
    tested: mentionsOutcome(condition),
  };
}

/** A failure that `continue_on_fail` turns into a success cannot be tested for. */
function canFail(graph: Graph, node: Node): boolean {
  if (nodeValue(node, 'continue_on_fail')) return false;
  if (nodeValue(node, 'must_write') !== undefined || nodeValue(node, 'parse_json')) return true;
  return !alwaysSucceeds(nodeValue(node, 'tool_command') ?? '', inheritedValue(graph, node, 'shell') ?? 'bash');
}
