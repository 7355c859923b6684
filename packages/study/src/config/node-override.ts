/** What `nodes.<name>` of `study.yaml` sets for one run; it is not part of the graph's digest (AG-20, study-rulings.md C7). */
export interface NodeOverride {
  /** The whole tool set. */
  readonly tools?: readonly string[];
  readonly model?: string;
  readonly provider?: string;
  readonly reasoningEffort?: string;
  readonly backend?: string;
  readonly baseUrl?: string;
  readonly maxTurns?: number;
  readonly maxHistoryPairs?: number;
  readonly resetOnCheckpoint?: boolean;
}

/** Keys of an override by the node attribute that says what they hold. */
export const overrideKeys: Readonly<Record<string, keyof NodeOverride>> = {
  tools: 'tools',
  llm_model: 'model',
  llm_provider: 'provider',
  reasoning_effort: 'reasoningEffort',
  backend: 'backend',
  base_url: 'baseUrl',
  max_turns: 'maxTurns',
  max_history_pairs: 'maxHistoryPairs',
  reset_on_checkpoint: 'resetOnCheckpoint',
};

/** Short names, as in agent files. */
export const overrideAliases: Readonly<Record<string, string>> = { model: 'llm_model', provider: 'llm_provider' };
