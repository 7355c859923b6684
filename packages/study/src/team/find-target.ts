import type { Team } from './team.ts';

export type TargetFound =
  /** `alias`: the model wrote something else; the caller records `TARGET_ALIAS`. */
  | { readonly kind: 'found'; readonly target: string; readonly alias: boolean }
  /** What is wrong and who can be asked, without the word `ERROR:`. */
  | { readonly kind: 'none'; readonly message: string };

/** Whom a loosely written name means among the targets of an agent: the name, the normalised name, the normalised role (GM-25). */
export function findTarget(team: Team, from: string, written: string): TargetFound {
  const targets = team.outgoing(from);
  if (targets.includes(written)) return { kind: 'found', target: written, alias: false };
  const wanted = normalised(written);
  const byName = wanted === '' ? [] : targets.filter((name) => normalised(name) === wanted);
  const byRole = wanted === '' ? [] : targets.filter((name) => normalised(team.agents.get(name)?.role ?? '') === wanted);
  const candidates = byName.length > 0 ? byName : byRole;
  const [target] = candidates;
  if (target !== undefined && candidates.length === 1) return { kind: 'found', target, alias: true };
  const valid = targets.length === 0 ? `\`${from}\` can ask nobody` : `valid targets: ${targets.join(', ')}`;
  const shown = JSON.stringify(written.length > 60 ? `${written.slice(0, 57)}...` : written);
  const why = candidates.length > 1 ? `${shown} may mean ${candidates.join(' or ')}; name one of them` : `no target is called ${shown}`;
  return { kind: 'none', message: candidates.length > 1 ? why : `${why}; ${valid}` };
}

function normalised(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
