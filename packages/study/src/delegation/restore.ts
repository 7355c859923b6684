import { join } from 'node:path';
import type { LogRow } from '../records/log-row.ts';
import type { RestoredWork } from './delegations.ts';
import type { Entry } from './entry.ts';
import { constraintsOf, timestamp } from './settle.ts';
import { taskMessage } from './task-message.ts';
import type { WorkerNeeds } from './worker.ts';

/** The registry out of the log, after a process ended (DE-07, DE-08, A10). Nothing is restarted, no result is invented. */
export function restoreRegistry(needs: WorkerNeeds): RestoredWork {
  const interrupted: string[] = [];
  const uncollected: string[] = [];
  const rows = needs.log.rows().filter((row) => /^D\d+$/.test(row.id) && needs.registry.get(row.id) === undefined);
  const statuses = new Map(rows.map((row) => [row.id, row.status]));
  for (const row of rows) {
    if (row.status === 'RUNNING') {
      interrupted.push(row.id);
      needs.log.append(interruptedRow(needs, row));
      continue;
    }
    const hasReader = row.parent === 'entry' || statuses.get(row.parent) === 'OPEN_FOR_REVIEW';
    if (row.status === 'OPEN_FOR_REVIEW' && !hasReader) {
      needs.log.append({ ...row, status: 'DONE', completed_at: timestamp(needs) });
      continue;
    }
    const entry = entryOf(needs, row);
    if (entry === undefined) continue;
    entry.collected ||= !hasReader;
    // Where reports are reviewed only an approved one is DONE.
    entry.collected ||= row.status === 'DONE' && needs.settings.arms.peer_interaction;
    if (entry.status === 'Errored' && entry.collected) continue;
    entry.readyAt = needs.registry.nextReady();
    needs.registry.add(entry);
    if (!entry.collected && row.parent === 'entry') uncollected.push(row.id);
  }
  return { interrupted, uncollected };
}

function interruptedRow(needs: WorkerNeeds, row: LogRow): LogRow {
  return {
    ...row,
    workspace_sha: needs.commit(row.id, `${row.id} ${row.from_node} -> ${row.to_node} [INTERRUPTED]`),
    evals: needs.budgets.claimEvals(row.id, row.to_node, 0),
    constraints: constraintsOf(needs).data,
    status: 'INTERRUPTED',
    completed_at: timestamp(needs),
    deliverable: 'The process that ran it ended: no report was given.',
  };
}

function entryOf(needs: WorkerNeeds, row: LogRow): Entry | undefined {
  const status =
    row.status === 'DONE' ? 'Done' : row.status === 'FAILED' ? 'Errored' : row.status === 'OPEN_FOR_REVIEW' ? 'OpenForReview' : undefined;
  if (status === undefined) return undefined;
  const request = {
    target: row.to_node,
    intent: row.task,
    expectedReport: row.expected_report ?? '',
    hypothesisIds: row.hypothesis_ids,
    falsificationAttempt: row.is_falsification_attempt,
    namespace: row.namespace,
  };
  const task = taskMessage({
    id: row.id,
    constraints: '',
    preamble: needs.team.edge(row.from_node, row.to_node)?.preamble ?? '',
    folder: join(needs.paths.delegations, row.id),
    request,
    hypotheses: needs.hypotheses?.(row.hypothesis_ids) ?? '',
  });
  return {
    id: row.id,
    target: row.to_node,
    delegator: row.from_node,
    parent: row.parent,
    request,
    startedAt: row.started_at,
    startedMs: needs.clock.monotonic(),
    controller: new AbortController(),
    messages: [
      { from: 'user', text: task },
      { from: 'assistant', text: row.deliverable },
    ],
    toWorker: [],
    toDelegator: [],
    told: [],
    status,
    queued: false,
    sessionStartedAt: row.session_started_at,
    invokes: 1,
    reports: 1,
    result: row.deliverable,
    claimed: row.evals,
    evals: row.evals,
    phase: row.phase,
    sha: row.workspace_sha,
    constraints: row.constraints,
    collected: row.collected === true,
    delivered: false,
    readyAt: 0,
    over: status !== 'OpenForReview',
    usage: { inputTokens: row.tokens_in, outputTokens: row.tokens_out, ...(row.cost_usd === null ? {} : { costUsd: row.cost_usd }) },
    task: Promise.resolve(),
  };
}
