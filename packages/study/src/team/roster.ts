import type { Team } from './team.ts';

/** Agents that delegation reaches from the entry, breadth first, in the order of the edges. */
export function reachedAgents(team: Team): readonly string[] {
  const seen = new Set([team.entry]);
  for (const name of seen) for (const target of team.outgoing(name)) seen.add(target);
  return [...seen].filter((name) => team.agents.has(name));
}

/** Who is on the team, for every agent's prompt; empty where there is only one (GM-26). `self` marks the reader. */
export function rosterOf(team: Team, self?: string): string {
  const names = reachedAgents(team);
  if (names.length < 2) return '';
  const reached = new Set(names);
  return names.map((name) => rosterLine(team, name, reached, self)).join('\n');
}

function rosterLine(team: Team, name: string, reached: ReadonlySet<string>, self: string | undefined): string {
  const agent = team.agents.get(name);
  const role = agent === undefined || agent.role === name ? '' : ` (${agent.role})`;
  const senders = team.incoming(name).filter((source) => reached.has(source));
  const from = [...(name === team.entry ? ['the brief'] : []), ...senders].join(', ') || 'nobody';
  const targets = team.outgoing(name);
  const to = targets.length === 0 ? 'nobody' : targets.join(', ');
  const you = name === self ? ' (you)' : '';
  const about = (agent?.description ?? '').replaceAll(/\s+/g, ' ').trim();
  return `- ${name}${role}${you}: ${about === '' ? '' : `${about} `}Tasks from: ${from}. May delegate to: ${to}.`;
}
