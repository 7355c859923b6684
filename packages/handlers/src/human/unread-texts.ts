import { type Invocation, type Json, jsonText } from '@attractor/engine';
import { blockOf, descriptorOf, type Graph, type Node } from '@attractor/pipeline';

/** A text that a person wrote at a gate. */
export interface PersonText {
  readonly node: string;
  readonly text: string;
}

/** Context key: texts of gates before the last one that no model node has been told yet. */
export const earlierTexts = 'human.gate.earlier';

/**
 * What people wrote at gates and no model node has been told yet, oldest first (backends.md 3): everything since the last
 * model node of this run or branch. Depends on the context and the finished stages only, so a resumed run agrees.
 */
export function unreadTexts({ context, history, graph }: Pick<Invocation, 'context' | 'history' | 'graph'>): readonly PersonText[] {
  for (let i = history.length - 1; i >= 0; i--) {
    const stage = history[i];
    const node = graph.nodes.get(stage?.node ?? '');
    if (stage === undefined || node === undefined || stage.status === 'skipped') continue;
    if (tellsModel(graph, node)) return [];
    // A gate that failed left the texts as they were.
    if (descriptorOf(node.type).decidedBy !== 'person' || stage.status === 'fail') continue;
    const text = jsonText(context.get('human.gate.text'));
    return [...readTexts(context.get(earlierTexts)), ...(text.trim() === '' ? [] : [{ node: node.id, text }])];
  }
  return [];
}

/** Was a model told what stood in the context when this node ran? In a parallel block, the first model node of each branch was. */
function tellsModel(graph: Graph, node: Node): boolean {
  const descriptor = descriptorOf(node.type);
  if (descriptor.callsModel(node)) return true;
  if (descriptor.role !== 'component') return false;
  for (const id of blockOf(graph, node.id)) {
    const inner = graph.nodes.get(id);
    if (inner !== undefined && descriptorOf(inner.type).callsModel(inner)) return true;
  }
  return false;
}

function readTexts(value: Json | undefined): PersonText[] {
  if (!Array.isArray(value)) return [];
  const items: readonly Json[] = value;
  return items.flatMap((item) => {
    if (typeof item !== 'object' || item === null || !('node' in item) || !('text' in item)) return [];
    return [{ node: jsonText(item.node), text: jsonText(item.text) }];
  });
}
