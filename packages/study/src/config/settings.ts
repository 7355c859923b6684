/** The features of a study: off withholds the objects, the tools and the prompt sections together (RS-20). */
export const featureNames = [
  'hypothesis_ledger',
  'milestones_enabled',
  'science_monitor',
  'verdict_validator',
  'pipeline_deliverable',
  'reproduction_gate',
  'peer_interaction',
  'budget_notes',
  'delegation_contract',
  'reprompt_unfinished',
] as const;

export type FeatureName = (typeof featureNames)[number];

/** Which features a run has; recorded whole in every status file (RS-21). */
export type Arms = Readonly<Record<FeatureName, boolean>>;

/** What governs a run of a study, resolved: `--set`, then `study.yaml`, then graph attributes, then defaults (C8). Times in milliseconds. */
export interface StudySettings {
  readonly arms: Arms;
  /** Soft (BU-01); absent: none. */
  readonly budgetMs?: number;
  /** Hard (BU-09); absent: none. */
  readonly budgetUsd?: number;
  readonly evalBudget?: number;
  /** 0 or less disables (BH-04). */
  readonly runBackstopMultiple: number;
  /** 0 disables (BU-14). */
  readonly delegateCutoffMultiple: number;
  /** 0 disables (BH-03). */
  readonly maxConsecutiveErrors: number;
  readonly maxFinishAttempts: number;
  /** At least 2 (DE-16). */
  readonly maxAwakeNodes: number;
  readonly stopGraceMs: number;
  readonly followupWaitMs: number;
  readonly peerMessageWaitMs: number;
  /** After a `working` re-prompt (TU-29); 0: at once. */
  readonly repromptWaitMs: number;
  readonly interactive: boolean;
  readonly maxAsk: number;
  /** Base name of the pipeline deliverable; absent: none. */
  readonly deliverable?: string;
  /** Base names, each once. */
  readonly requiredDeliverables: readonly string[];
  readonly reproduceTimeoutMs?: number;
  /** Relative; 1e-9 absolute is always added (C8). */
  readonly headlineTolerance: number;
  readonly evaluatorEntrypoint?: string;
  /** Absolute. */
  readonly evaluatorLookup?: string;
  readonly requireGated: boolean;
}
