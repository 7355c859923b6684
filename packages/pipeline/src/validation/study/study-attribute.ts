import type { Attribute } from '../../model.ts';
import { descriptorOf } from '../../node-type/registry.ts';
import { graphValue } from '../../registry/value.ts';
import { withRange } from '../../source-range.ts';
import type { Rule } from '../rule.ts';

const useInstead: Readonly<Record<string, string>> = {
  goal_gate: 'set `require_gated=true` on the close to fail a study that closes ungated',
  retry_target: 'its labels lead on',
  fallback_retry_target: 'its labels lead on',
  auto_status: 'it never skips',
  continue_on_fail: 'its fail is a fault',
  feedback_from: 'the critic speaks to the entry by itself',
  timeout: '`budget` and the stop bound a study',
  must_write: 'use `required_deliverables` of the graph',
};

/** What a study's stations do not take from the engine: without effect there (study-rulings.md A3, C18). */
export const studyAttribute: Rule = {
  id: 'study_attribute',
  severity: 'warning',
  *check({ graph }) {
    if (!graphValue(graph, 'study')) return;
    const seen = new Set<Attribute>();
    for (const node of graph.nodes.values()) {
      const { study } = descriptorOf(node.type);
      if (study !== 'agent' && study !== 'station') continue;
      for (const [name, advice] of Object.entries(useInstead)) {
        if (name === 'must_write' && study === 'agent') continue;
        const attribute = node.attributes.get(name);
        if (attribute === undefined || isOff(attribute) || seen.has(attribute)) continue;
        seen.add(attribute);
        const from = attribute.origin === 'stylesheet' ? ' (from the stylesheet)' : '';
        const message = `\`${name}\`${from} has no effect on \`${node.id}\` (${node.type}): ${advice}`;
        yield { message, ...withRange(attribute.keyRange ?? node.range), node: node.id };
      }
    }
  },
};

/** `goal_gate=false` and an emptied value say nothing. */
function isOff({ text }: Attribute): boolean {
  return ['', 'false'].includes(text.trim().toLowerCase());
}
