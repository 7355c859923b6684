import { mentionsOutcome } from '../../condition/keys.ts';
import type { Graph, Node } from '../../model.ts';
import { nodeValue } from '../../registry/value.ts';
import { flowOut } from '../../topology/flow.ts';
import type { Finding } from '../../validation/rule.ts';
import { endsInFilter, hidesFailure } from './filters.ts';
import { commandFinding, excerpt, type NodeCommand, partOf } from './node-command.ts';
import { type PipeUse, pipeUses } from './pipe-uses.ts';
import { pipefailFix } from './pipefail-fix.ts';

const cache = new WeakMap<NodeCommand, readonly PipeUse[]>();

/** The pipelines of a command that end in a filter although their exit status counts. */
export function maskedPipes(graph: Graph, command: NodeCommand): readonly PipeUse[] {
  let found = cache.get(command);
  if (found === undefined) {
    found = find(graph, command);
    cache.set(command, found);
  }
  return found;
}

function find(graph: Graph, { node, attribute, layers }: NodeCommand): readonly PipeUse[] {
  const [root] = layers;
  // Who knows of PIPESTATUS has thought of it.
  if (root === undefined || !attribute.text.includes('|') || /PIPESTATUS|pipestatus/.test(attribute.text)) return [];
  const gate = isGate(graph, node);
  return pipeUses(root).filter(
    ({ pipeline, pipefail, role }) => !pipefail && endsInFilter(pipeline) && hidesFailure(pipeline, gate && role !== 'aborts'),
  );
}

/** The run is routed by the exit status of the node. */
function isGate(graph: Graph, node: Node): boolean {
  if (nodeValue(node, 'goal_gate') || node.attributes.has('retry_target')) return true;
  return flowOut(graph, node.id).some((edge) => edge.condition !== undefined && mentionsOutcome(edge.condition));
}

/** What a message about a masked pipeline names. */
export interface MaskTexts {
  readonly first: string;
  readonly filter: string;
  /** The pipeline stands under `!`. */
  readonly negated: boolean;
}

/** The finding about a masked pipeline: from its first command to its last, with what keeps the status where that is safe. */
export function maskFinding(command: NodeCommand, use: PipeUse, message: (texts: MaskTexts) => string): Finding {
  const { pipeline, layer } = use;
  const first = pipeline.commands[0] ?? pipeline;
  const last = pipeline.commands.at(-1) ?? pipeline;
  const negated = pipeline.prefixes.filter(({ type }) => type === 'Negation').length % 2 === 1;
  const texts = { first: excerpt(layer, partOf(first)), filter: excerpt(layer, partOf(last)), negated };
  const fix = pipefailFix(command, use);
  const finding = commandFinding(command, layer, { start: first.pos, end: last.end }, message(texts));
  return fix === undefined ? finding : { ...finding, fix };
}
