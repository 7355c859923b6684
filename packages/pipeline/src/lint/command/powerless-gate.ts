import { conditionKeys } from '../../condition/keys.ts';
import type { Graph, Node } from '../../model.ts';
import { nodeValue } from '../../registry/value.ts';
import { flowOut } from '../../topology/flow.ts';
import type { Finding } from '../../validation/rule.ts';
import { slotOf } from '../outcomes/slots.ts';
import { reportsByFile } from '../outcomes/statuses.ts';
import { layerSucceeds } from './always-succeeds.ts';
import { commandFinding, type NodeCommand, partOf } from './node-command.ts';
import { knowsPipefail } from './shell-options.ts';

/**
 * The finding about a goal gate whose command ends with 0 whatever it finds (`npm test || true`, `npm test; echo done`). Undefined where
 * the gate can fail, or something else than the exit status tells: a status file, a file that must be written, printed words that edges test.
 */
export function powerlessGate(graph: Graph, command: NodeCommand): Finding | undefined {
  const { node, layers, shell } = command;
  const [root] = layers;
  const last = root?.tree.commands.at(-1);
  if (root === undefined || last === undefined || !nodeValue(node, 'goal_gate')) return undefined;
  if (knowsPipefail(shell) === undefined || /^(?:fish|t?csh)$/.test(shell) || !layerSucceeds(root)) return undefined;
  if (reportsByFile(node) || nodeValue(node, 'parse_json') || (nodeValue(node, 'must_write') ?? '').trim() !== '') return undefined;
  if (speaksByWords(graph, node)) return undefined;
  const first = root.tree.commands[0] ?? last;
  const message =
    `\`${node.id}\` is a goal gate that cannot fail: its command ends with exit status 0 whatever it finds; ` +
    'let it end with the status of the check, or take `goal_gate` off';
  return commandFinding(command, root, { start: partOf(first).start, end: partOf(last).end }, message);
}

/** Its edges are chosen by what the command printed. */
function speaksByWords(graph: Graph, node: Node): boolean {
  return flowOut(graph, node.id).some(
    ({ condition }) => condition !== undefined && conditionKeys(condition).some((key) => slotOf(node, key).startsWith('tool.')),
  );
}
