import { readMcpServers } from '../../mcp-servers.ts';
import { findAttribute } from '../../registry/lookup.ts';
import { readValue } from '../../registry/read-value.ts';
import { valueRange, withRange } from '../../source-range.ts';
import { attributesOf, placeOf, titleOf } from '../attributes-of.ts';
import type { Rule } from '../rule.ts';

/** `mcp_servers` names servers that can be started or reached (backends.md 4). What is no JSON is `attribute_value`'s. */
export const mcpServersValid: Rule = {
  id: 'mcp_servers_valid',
  severity: 'error',
  *check({ graph }) {
    for (const placed of attributesOf(graph)) {
      const { attribute, scope } = placed;
      const definition = attribute.name === 'mcp_servers' ? findAttribute(scope, attribute.name)?.definition : undefined;
      if (definition === undefined || attribute.text.trim() === '') continue;
      const value = readValue(definition, attribute.text);
      const read = value.ok ? readMcpServers(value.value) : undefined;
      if (read === undefined || read.ok) continue;
      yield { message: `${titleOf(placed)} ${read.problem}`, ...withRange(valueRange(attribute)), ...placeOf(placed) };
    }
  },
};
