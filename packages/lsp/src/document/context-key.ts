/** A context key that belongs to a node: where the node's id stands in it (engine.md 1a). */
export interface OwnedKey {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

const PREFIXES = ['prior_critiques_', 'feedback.channel.', 'internal.retry_count.'] as const;

/** First parts of keys that are the engine's, whatever nodes are called. */
const RESERVED: ReadonlySet<string> = new Set(
  'tool graph human parallel manager stack study previous internal feedback outcome status preferred_label failure_class failure_reason iteration loop_count current_node last_stage last_response goal context'.split(
    ' ',
  ),
);

/**
 * The node that a key is about: `build`, `build.output`, `context.build.output`, `prior_critiques_build`. The longest id wins, since
 * ids may hold dots.
 */
export function ownerOfKey(key: string, hasNode: (id: string) => boolean): OwnedKey | undefined {
  const start = key.startsWith('context.') ? 'context.'.length : 0;
  for (const prefix of PREFIXES) {
    const at = start + prefix.length;
    if (key.startsWith(prefix, start) && hasNode(key.slice(at))) return { id: key.slice(at), start: at, end: key.length };
  }
  if (RESERVED.has(/^[^.]*/.exec(key.slice(start))?.[0] ?? '')) return undefined;
  for (let end = key.length, parts = 0; end > start && parts < 64; end = key.lastIndexOf('.', end - 1), parts++) {
    const id = key.slice(start, end);
    if (hasNode(id)) return { id, start, end };
  }
  return undefined;
}
