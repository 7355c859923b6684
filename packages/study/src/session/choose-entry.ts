import type { DelegationLog } from '../records/log-row.ts';
import type { AgentItem, AgentScript, EntrySource } from './agent-script.ts';
import type { SessionRequest } from './model-session.ts';

export interface ChosenEntry {
  readonly key: string;
  /** From 1, as the file counts. */
  readonly entry: number;
  readonly source: EntrySource;
}

/**
 * The entry of an invoke (rulings H): under the first key that exists of `<node>/<delegation>`, `<node>/<purpose>`, `<node>`, `default`.
 * Under the delegation's own key entry n is for its n-th invoke. Under `<node>` a delegation takes the item of its place among the
 * node's delegations, by id, and of that the entry of its invoke. All else takes entry n at its n-th call; the last one repeats.
 */
export function chooseEntry(
  script: AgentScript,
  request: SessionRequest,
  call: number,
  log: Pick<DelegationLog, 'rows'>,
): ChosenEntry | undefined {
  const { agent, purpose, delegation, invoke } = request;
  const own = delegation === undefined ? undefined : find(script, `${agent.name}/${delegation}`);
  if (own !== undefined) return pick(own.key, own.items.flat(), invoke);
  const special = purpose === 'turn' || purpose === 'worker' ? undefined : find(script, `${agent.name}/${purpose}`);
  if (special !== undefined) return ofItem(special.key, special.items, call, delegation === undefined ? 1 : invoke);
  const plain = find(script, agent.name);
  if (plain !== undefined)
    return ofItem(plain.key, plain.items, delegation === undefined ? call : ordinal(log, agent.name, delegation), invoke);
  return script.fallback === undefined ? undefined : { key: 'default', entry: 1, source: script.fallback };
}

function find(script: AgentScript, key: string): { readonly key: string; readonly items: readonly AgentItem[] } | undefined {
  const items = script.items(key);
  return items === undefined || items.length === 0 ? undefined : { key, items };
}

function ofItem(key: string, items: readonly AgentItem[], n: number, invoke: number): ChosenEntry | undefined {
  const place = Math.min(n, items.length);
  const item = items[place - 1];
  if (item === undefined) return undefined;
  const chosen = isList(item) ? pick(key, item, invoke) : { key, source: item };
  return chosen === undefined ? undefined : { ...chosen, entry: place };
}

function pick(key: string, entries: readonly EntrySource[], n: number): ChosenEntry | undefined {
  const place = Math.min(n, entries.length);
  const source = entries[place - 1];
  return source === undefined ? undefined : { key, entry: place, source };
}

function isList(item: AgentItem): item is readonly EntrySource[] {
  return Array.isArray(item);
}

/** The place of a delegation among those of its node in the order of ids, not of arrival, so that concurrency cannot reorder a script. */
function ordinal(log: Pick<DelegationLog, 'rows'>, node: string, delegation: string): number {
  const own = numberOf(delegation);
  const before = log.rows().filter((row) => row.to_node === node && numberOf(row.id) > 0 && numberOf(row.id) < own);
  return before.length + 1;
}

function numberOf(id: string): number {
  return Number(/^D(\d+)$/.exec(id)?.[1] ?? 0);
}
