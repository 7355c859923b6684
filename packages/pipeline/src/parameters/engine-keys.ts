const exact = new Set([
  'context.target_dir',
  'iteration',
  'loop_count',
  'current_node',
  'outcome',
  'failure_class',
  'failure_reason',
  'preferred_label',
  'last_stage',
  'last_response',
  'manager_steering',
]);

const prefixes = [
  'graph.',
  'tool.',
  'human.gate.',
  'parallel.',
  'manager.',
  'stack.child.',
  'prior_critiques_',
  'feedback.channel.',
  'study.',
  'previous.',
  'internal.',
] as const;

const nodeSuffix = /^(.+)\.(?:output|last_line|exit_code|stderr_tail)$/;

/** True for context keys that only the engine writes (engine.md 1a). `hasNode` says which ids the graph holds: `<id>` and `<id>.*` are theirs. */
export function isEngineKey(key: string, hasNode: (id: string) => boolean = () => false): boolean {
  if (exact.has(key) || prefixes.some((prefix) => key.startsWith(prefix)) || hasNode(key)) return true;
  const owner = nodeSuffix.exec(key)?.[1];
  return owner !== undefined && hasNode(owner);
}
