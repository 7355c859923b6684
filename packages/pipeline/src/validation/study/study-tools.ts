import type { Attribute } from '../../model.ts';
import { splitList } from '../../registry/read-value.ts';
import { graphValue } from '../../registry/value.ts';
import { rangeWithin, withRange } from '../../source-range.ts';
import { isAgent } from '../../topology/delegates.ts';
import { nearest } from '../distance.ts';
import type { Rule } from '../rule.ts';

/** Tools that an agent can declare (study-rulings.md A19, D). */
export const declarableTools = [
  'Bash',
  'Read',
  'Write',
  'Edit',
  'Glob',
  'Grep',
  'Done',
  'WriteNote',
  'ReadNote',
  'HypothesisPropose',
  'HypothesisUpdate',
  'HypothesisList',
  'MilestoneList',
  'MilestoneUpdate',
  'QueryStore',
  'Evaluate',
  'RegisterOracle',
  'WriteDeliverable',
  'RunDeliverable',
  'ConsultLiterature',
  'CorpusAdd',
  'ReportEvals',
  'RecallHistory',
  'Default',
] as const;

/** Tools that the graph alone gives (AG-10): declaring one changes nothing. */
export const topologyTools: Readonly<Record<string, string>> = {
  Delegate: 'a delegates edge gives it',
  Wait: 'a delegates edge gives it',
  Parallel: 'a delegates edge gives it',
  Debate: 'a delegates edge gives it',
  Retry: 'a delegates edge gives it',
  Ask: 'the entry has it',
  AskForFeedback: 'the entry has it when it may delegate to a critic',
  SendMessage: 'every agent has it',
};

/** The words in `tools` are tools that somebody can declare (AG-07 to AG-10). */
export const studyTools: Rule = {
  id: 'study_tools',
  severity: 'warning',
  *check({ graph }) {
    if (!graphValue(graph, 'study')) return;
    const seen = new Set<Attribute>();
    for (const node of graph.nodes.values()) {
      const attribute = node.attributes.get('tools');
      if (!isAgent(node) || attribute === undefined || seen.has(attribute)) continue;
      seen.add(attribute);
      let from = 0;
      for (const tool of splitList(attribute.text)) {
        const start = attribute.text.indexOf(tool, from);
        from = start + tool.length;
        const problem = problemOf(tool);
        if (problem === undefined) continue;
        const range = rangeWithin(attribute, { start, end: from }) ?? node.range;
        yield { message: `\`tools\` of \`${node.id}\` holds ${problem}`, ...withRange(range), node: node.id };
      }
    }
  },
};

function problemOf(tool: string): string | undefined {
  const given = Object.hasOwn(topologyTools, tool) ? topologyTools[tool] : undefined;
  if (given !== undefined) return `\`${tool}\`, which has no effect there: ${given}; remove it`;
  if (declarableTools.some((name) => name === tool)) return undefined;
  const guess = nearest(tool, [...declarableTools, ...Object.keys(topologyTools)]);
  return `\`${tool}\`, which is no tool${guess === undefined ? `; tools are ${declarableTools.join(', ')}` : `; did you mean \`${guess}\`?`}`;
}
