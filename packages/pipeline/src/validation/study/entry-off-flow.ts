import { roleOf } from '../../node-type/registry.ts';
import { graphValue } from '../../registry/value.ts';
import { isAgent } from '../../topology/delegates.ts';
import { reachableFrom } from '../../topology/reachable.ts';
import { blocksOf } from '../blocks.ts';
import type { Rule } from '../rule.ts';
import { entryId } from './ladder.ts';

/** The flow leads from the start to the entry, outside of parallel blocks (GM-19, GM-29). */
export const entryOffFlow: Rule = {
  id: 'entry_off_flow',
  severity: 'error',
  *check({ graph }) {
    const entry = graph.nodes.get(entryId(graph));
    if (!graphValue(graph, 'study') || !isAgent(entry)) return;
    const place = { range: entry.range, node: entry.id };
    const component = blocksOf(graph).get(entry.id);
    if (component !== undefined) {
      yield {
        ...place,
        message: `the entry \`${entry.id}\` stands in the parallel block of \`${component}\`; a study has one flow: move it out`,
      };
      return;
    }
    const starts = [...graph.nodes.values()].filter((node) => roleOf(node) === 'start').map(({ id }) => id);
    if (starts.length === 0 || reachableFrom(graph, starts).has(entry.id)) return;
    yield { ...place, message: `no flow edge leads from the start to the entry \`${entry.id}\`; add \`${starts[0]} -> ${entry.id}\`` };
  },
};
