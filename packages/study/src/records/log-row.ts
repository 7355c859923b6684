import type { JsonObject } from '@attractor/engine';

/** Statuses in `debug/delegation_log.jsonl` (DE-34). */
export type LogStatus = 'RUNNING' | 'OPEN_FOR_REVIEW' | 'DONE' | 'FAILED' | 'CANCELLED' | 'INTERRUPTED' | 'FEEDBACK' | `GATE:${string}`;

/** One row of the delegation log (DE-09). */
export interface LogRow {
  /** `D001`, `GATE001`, `FB001`. */
  readonly id: string;
  readonly from_node: string;
  readonly to_node: string;
  readonly task: string;
  readonly deliverable: string;
  readonly hypothesis_ids: readonly string[];
  readonly started_at: string;
  readonly completed_at: string | null;
  readonly status: LogStatus;
  readonly tokens_in: number;
  readonly tokens_out: number;
  readonly cost_usd: number | null;
  readonly is_falsification_attempt: boolean;
  readonly evals: number;
  readonly phase: string | null;
  readonly constraints: JsonObject | null;
  readonly workspace_sha: string | null;
  readonly critic_review: string | null;
  readonly session_started_at: string | null;
  readonly group: string | null;
  readonly group_kind: 'parallel' | 'debate' | null;
  readonly retry_of: string | null;
  readonly namespace: string | null;
  /** The delegator's identity: `entry` or a delegation id. */
  readonly parent: string;
  /** The acceptance criteria, as the delegator wrote them. */
  readonly expected_report?: string;
  /** Read only, out of a patch row: the delegator was given this report (a resumed run names those that were not, A10). */
  readonly collected?: boolean;
}

/** What may be added to a row afterwards; the status stays what it was (DE-12). */
export interface LogPatch {
  readonly hypothesis_ids?: readonly string[];
  readonly is_falsification_attempt?: boolean;
  readonly collected?: boolean;
}

/** `debug/delegation_log.jsonl`: append only, read as the last status row of each id (DE-10, DE-12). */
export interface DelegationLog {
  append(row: LogRow): void;
  /** Appends a patch row, merged on read (DE-12). */
  patch(id: string, patch: LogPatch): void;
  /** Collapsed, in the order of each id's last status row; malformed lines are skipped. Reads the file anew. */
  rows(): readonly LogRow[];
  /** `undefined` for an id that the log does not know (DE-08). */
  status(id: string): { readonly status: LogStatus; readonly deliverable: string } | undefined;
  /** The collapsed row of an id. */
  row(id: string): LogRow | undefined;
  /** The highest number among ids of a prefix, 0 when none (DE-03). */
  highest(prefix: 'D' | 'GATE' | 'FB' | 'G'): number;
}
