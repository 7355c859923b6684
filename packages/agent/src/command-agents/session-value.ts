import type { Json, JsonObject, Usage } from '@attractor/engine';
import type { AgentSession } from './command-agent.ts';
import { numberAt, textAt, valueAt } from './read-lines.ts';

/** A session as the journal keeps it. */
export function keptSession({ id, used }: AgentSession): JsonObject {
  return used === undefined ? { id } : { id, used: { ...used } as Json };
}

/** What `keptSession` wrote; undefined for anything else. */
export function readSession(value: JsonObject | undefined): AgentSession | undefined {
  const id = textAt(value, 'id');
  // It becomes an argument: a word that looks like an option is none of ours.
  if (id === '' || id.startsWith('-')) return undefined;
  return valueAt(value, 'used') === undefined ? { id } : { id, used: usageAt(valueAt(value, 'used')) };
}

function usageAt(value: Json | undefined): Usage {
  const tokens = (name: keyof Usage): number => numberAt(value, name) ?? 0;
  return {
    inputTokens: tokens('inputTokens'),
    outputTokens: tokens('outputTokens'),
    reasoningTokens: tokens('reasoningTokens'),
    cacheReadTokens: tokens('cacheReadTokens'),
    cacheWriteTokens: tokens('cacheWriteTokens'),
  };
}
