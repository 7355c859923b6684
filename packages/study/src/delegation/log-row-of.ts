import type { LogRow, LogStatus } from '../records/log-row.ts';
import type { Entry } from './entry.ts';

/** The row of an entry at this moment (DE-09). `task` and `to_node` are on every row: the last one wins on reading (DE-24). */
export function logRowOf(
  entry: Entry,
  status: LogStatus,
  facts: Pick<LogRow, 'deliverable' | 'completed_at'> & Partial<Pick<LogRow, 'tokens_in' | 'tokens_out' | 'cost_usd'>>,
): LogRow {
  const { request, usage } = entry;
  return {
    id: entry.id,
    from_node: entry.delegator,
    to_node: entry.target,
    task: request.intent,
    expected_report: request.expectedReport,
    deliverable: facts.deliverable,
    hypothesis_ids: request.hypothesisIds,
    started_at: entry.startedAt,
    completed_at: facts.completed_at,
    status,
    tokens_in: facts.tokens_in ?? usage.inputTokens,
    tokens_out: facts.tokens_out ?? usage.outputTokens,
    cost_usd: facts.cost_usd === undefined ? (usage.costUsd ?? null) : facts.cost_usd,
    is_falsification_attempt: request.falsificationAttempt,
    evals: entry.evals,
    phase: entry.phase,
    constraints: entry.constraints,
    workspace_sha: entry.sha,
    critic_review: null,
    session_started_at: entry.sessionStartedAt,
    group: null,
    group_kind: null,
    retry_of: null,
    namespace: request.namespace,
    parent: entry.parent,
  };
}
