import type { LogRow } from '../records/log-row.ts';
import { note } from '../run/notices.ts';
import type { Caller } from '../tools/study-tool.ts';
import type { DelegationNeeds } from './needs.ts';

const shownReport = 1500;
const shownTask = 300;

/** What an agent was asked before and answered, newest first (AG-15); what still runs is left out (DE-29). */
export function recallHistory(
  needs: Pick<DelegationNeeds, 'log' | 'team'>,
  caller: Caller,
  options: { readonly target?: string; readonly limit: number },
): string {
  const target = options.target?.trim() || caller.node;
  if (!needs.team.agents.has(target)) {
    return `ERROR: the team has no agent ${JSON.stringify(target)}; it has ${[...needs.team.agents.keys()].join(', ')}.`;
  }
  const rows = needs.log.rows().filter((row) => row.to_node === target && row.status !== 'RUNNING');
  if (rows.length === 0) {
    const isEntry = target === needs.team.entry && needs.team.incoming(target).length === 0;
    const why = isEntry
      ? `nobody delegates to ${target}, so its history is always empty; name a \`target\``
      : `no finished work of ${target} is on record`;
    return `History: ${why}.`;
  }
  const limit = Math.max(1, Math.floor(options.limit));
  const newest = rows.slice(-limit).toReversed();
  const left = rows.length - newest.length;
  const more = left === 0 ? '' : `\n\n${note(`${left} older ones are left out: ask with a larger limit.`)}`;
  return `History of ${target}: ${newest.length} of ${rows.length}\n\n${newest.map(paragraph).join('\n\n')}${more}`;
}

function paragraph(row: LogRow): string {
  const evals = row.evals > 0 ? `, ${row.evals} evaluations` : '';
  return `${row.id} ${row.status} (for ${row.from_node}, ${row.started_at}${evals})\nTask: ${cut(row.task, shownTask)}\n${cut(row.deliverable, shownReport)}`;
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}...`;
}
