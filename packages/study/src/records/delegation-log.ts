import { dirname } from 'node:path';
import { dropTornLine, type Json, type JsonObject, type Masker, makeFolders, openAppendFile } from '@attractor/engine';
import { growingLines } from './growing-lines.ts';
import type { DelegationLog, LogRow } from './log-row.ts';

/** The delegation log of a run at `<run>/debug/delegation_log.jsonl` (DE-09 to DE-12). Secrets are masked as a row enters (C15). */
export function delegationLog(path: string, masker: Pick<Masker, 'json'>): DelegationLog {
  /** By id; a later status row moves its id to the end, so the map's order is that of the last rows (DE-10). */
  const rows = new Map<string, LogRow>();
  const patches = new Map<string, JsonObject>();
  const highest = new Map<string, number>();
  let opened = false;

  const lines = growingLines(path, {
    forget() {
      for (const map of [rows, patches, highest]) map.clear();
    },
    take(line) {
      const { id, status, patch } = line;
      if (typeof id !== 'string') return;
      if (typeof status === 'string') {
        rows.delete(id);
        rows.set(id, withDefaults(line));
        count(id);
      } else if (typeof patch === 'object' && patch !== null && !Array.isArray(patch)) {
        patches.set(id, { ...patches.get(id), ...(patch as JsonObject) });
      }
    },
  });

  function count(id: string): void {
    const parts = /^([A-Z]+)(\d{1,15})$/.exec(id);
    if (parts?.[1] === undefined) return;
    highest.set(parts[1], Math.max(highest.get(parts[1]) ?? 0, Number(parts[2])));
  }

  function write(line: JsonObject): void {
    if (!opened) {
      makeFolders(dirname(path));
      dropTornLine(path);
      opened = true;
    }
    const file = openAppendFile(path, false);
    try {
      file.append([JSON.stringify(masker.json(line))]);
    } finally {
      file.close();
    }
  }

  /** A patch adds to a row and never touches its status (DE-12). */
  function merged(row: LogRow): LogRow {
    const patch = patches.get(row.id);
    if (patch === undefined) return row;
    const linked = Array.isArray(patch['hypothesis_ids']) ? patch['hypothesis_ids'].filter((id) => typeof id === 'string') : [];
    return {
      ...row,
      is_falsification_attempt: row.is_falsification_attempt || patch['is_falsification_attempt'] === true,
      hypothesis_ids: [...new Set([...row.hypothesis_ids, ...linked])],
      ...(patch['collected'] === true ? { collected: true } : {}),
    };
  }

  return {
    append: (row) => write(row as unknown as JsonObject),
    patch: (id, patch) => write({ id, patch: patch as JsonObject }),
    rows() {
      lines.refresh();
      return [...rows.values()].map(merged);
    },
    status(id) {
      lines.refresh();
      const row = rows.get(id);
      return row === undefined ? undefined : { status: row.status, deliverable: row.deliverable };
    },
    row(id) {
      lines.refresh();
      const row = rows.get(id);
      return row === undefined ? undefined : merged(row);
    },
    highest(prefix) {
      lines.refresh();
      return highest.get(prefix) ?? 0;
    },
  };
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const textOrNull = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);
const number = (value: Json | undefined): number => (typeof value === 'number' ? value : 0);

/** A row that an older version, or a hand, wrote with fewer fields is read like any other. */
function withDefaults(line: JsonObject): LogRow {
  const ids = line['hypothesis_ids'];
  const kind = line['group_kind'];
  const constraints = line['constraints'];
  return {
    id: text(line['id']),
    from_node: text(line['from_node']),
    to_node: text(line['to_node']),
    task: text(line['task']),
    ...(typeof line['expected_report'] === 'string' ? { expected_report: line['expected_report'] } : {}),
    deliverable: text(line['deliverable']),
    hypothesis_ids: Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [],
    started_at: text(line['started_at']),
    completed_at: textOrNull(line['completed_at']),
    status: text(line['status']) as LogRow['status'],
    tokens_in: number(line['tokens_in']),
    tokens_out: number(line['tokens_out']),
    cost_usd: typeof line['cost_usd'] === 'number' ? line['cost_usd'] : null,
    is_falsification_attempt: line['is_falsification_attempt'] === true,
    evals: number(line['evals']),
    phase: textOrNull(line['phase']),
    constraints:
      typeof constraints === 'object' && constraints !== null && !Array.isArray(constraints) ? (constraints as JsonObject) : null,
    workspace_sha: textOrNull(line['workspace_sha']),
    critic_review: textOrNull(line['critic_review']),
    session_started_at: textOrNull(line['session_started_at']),
    group: textOrNull(line['group']),
    group_kind: kind === 'parallel' || kind === 'debate' ? kind : null,
    retry_of: textOrNull(line['retry_of']),
    namespace: textOrNull(line['namespace']),
    parent: typeof line['parent'] === 'string' ? line['parent'] : 'entry',
  };
}
