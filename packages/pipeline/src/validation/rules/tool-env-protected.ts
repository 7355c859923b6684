import { isProtectedVariable } from '../../parameters/protected.ts';
import { nodeValue } from '../../registry/value.ts';
import { withRange } from '../../source-range.ts';
import type { Rule } from '../rule.ts';

/** `tool_env` exports no key under the name of a protected variable (language.md 4). */
export const toolEnvProtected: Rule = {
  id: 'tool_env_protected',
  severity: 'error',
  *check({ graph }) {
    for (const node of graph.nodes.values()) {
      const attribute = node.attributes.get('tool_env');
      if (attribute === undefined) continue;
      for (const key of nodeValue(node, 'tool_env')) {
        const variable = key.toUpperCase().replaceAll(/[^A-Z0-9_]/g, '_');
        if (!isProtectedVariable(variable)) continue;
        const message = `\`tool_env\` of \`${node.id}\` would export \`${key}\` as ${variable}, which is protected; name the key differently`;
        yield { message, ...withRange(attribute.value?.range), node: node.id };
      }
    }
  },
};
