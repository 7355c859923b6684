import { rangeWithin, withRange } from '../../source-range.ts';
import { childSubgraph } from '../../topology/child-subgraph.ts';
import { blocksOf } from '../../validation/blocks.ts';
import type { Rule } from '../../validation/rule.ts';
import { placeText } from '../data-flow/reading-place.ts';
import { flowOf } from '../data-flow/unresolved.ts';

export const branchLocalKey: Rule = {
  id: 'FLOW-002',
  name: 'branch_local_key',
  severity: 'warning',
  *check({ graph, files, workingDirectory }) {
    const { unresolved } = flowOf(graph, { workingDirectory, ...(files === undefined ? {} : { files }) });
    for (const { reading, key, answer } of unresolved) {
      if (answer.is !== 'local') continue;
      const { attribute, part, node, edge } = reading;
      const component = answer.inChild ? undefined : blocksOf(graph).get(answer.writer);
      const message =
        component === undefined
          ? `${placeText(reading)} reads \`${key}\`, which only the child ${childOf(graph, answer)} writes: nothing of a child's context comes back but declared outputs; name \`${key}\` in \`outputs\` of the node that runs it`
          : `${placeText(reading)} reads \`${key}\`, which only \`${answer.writer}\` in a branch of \`${component}\` writes: a branch keeps its context to itself; declare \`${key}\` in \`outputs\` there and join at a fan-in, or read \`parallel.results\``;
      yield {
        message,
        ...withRange(rangeWithin(attribute, part)),
        ...(edge === undefined ? { node: node.id } : { edge: { from: edge.from, to: edge.to } }),
      };
    }
  },
};

function childOf(
  graph: Parameters<typeof childSubgraph>[0],
  { writer, inChild }: { readonly writer: string; readonly inChild: boolean },
): string {
  if (inChild) return `of \`${writer}\``;
  for (const node of graph.nodes.values()) if (childSubgraph(graph, node.id)?.nodes.has(writer) === true) return `of \`${node.id}\``;
  return `with \`${writer}\``;
}
