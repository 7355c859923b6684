import { ModelError } from './errors/model-error.ts';
import { isGlob, matchesGlob } from './glob.ts';
import type { ProviderInfo } from './provider-table.ts';
import type { ListedModel } from './providers/provider.ts';

/** What a model name came to; `candidates` are the models of the provider's list that matched, best first. */
export interface ResolvedModel {
  readonly requested: string;
  readonly id: string;
  readonly by: 'exact' | 'alias' | 'glob';
  readonly candidates: readonly string[];
}

/** The glob that a name stands for, or undefined when it is an exact id, which is sent as it is (backends.md 4). */
export function globOf(info: ProviderInfo, name: string): { glob: string; by: 'alias' | 'glob' } | undefined {
  const alias = Object.hasOwn(info.aliases, name) ? info.aliases[name] : undefined;
  if (alias !== undefined) return { glob: alias, by: 'alias' };
  return isGlob(name) ? { glob: name, by: 'glob' } : undefined;
}

/** The newest of the list that matches: by date where the provider gives one, then by the numbers in the name, then the name without a date. */
export function chooseModel(info: ProviderInfo, name: string, models: readonly ListedModel[]): ResolvedModel {
  const wanted = globOf(info, name);
  if (wanted === undefined) return { requested: name, id: name, by: 'exact', candidates: [] };
  const matching = models.filter(({ id }) => matchesGlob(wanted.glob, id)).sort(newestFirst);
  const [best] = matching;
  if (best === undefined) {
    const message = `no model matches \`${name}\`${wanted.by === 'alias' ? ` (${wanted.glob})` : ''}; the provider lists ${examples(models)}`;
    throw new ModelError({ provider: info.name, kind: 'not_found', message });
  }
  return { requested: name, id: best.id, by: wanted.by, candidates: matching.map(({ id }) => id) };
}

function newestFirst(a: ListedModel, b: ListedModel): number {
  const [nameA, dateA] = dated(a.id);
  const [nameB, dateB] = dated(b.id);
  const numbers = nameB.localeCompare(nameA, 'en', { numeric: true, sensitivity: 'base' });
  // A name without a date is the one that its provider keeps up to date.
  const undated = Number(dateA !== '') - Number(dateB !== '');
  return (b.createdAt ?? 0) - (a.createdAt ?? 0) || numbers || undated || (dateA < dateB ? 1 : -1);
}

function dated(id: string): [name: string, date: string] {
  const match = /^(.*?)-(\d{8}|\d{4}-\d{2}-\d{2})$/.exec(id);
  return [match?.[1] ?? id, match?.[2] ?? ''];
}

function examples(models: readonly ListedModel[]): string {
  const ids = models.map(({ id }) => id);
  return ids.length === 0 ? 'none' : `${ids.slice(0, 8).join(', ')}${ids.length > 8 ? ` and ${ids.length - 8} more` : ''}`;
}
