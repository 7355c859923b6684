import type { DelegatesEdge, Team } from './team.ts';

/** The team as plain text: the entry, then one row for each delegates edge, and one for each agent without any (GM-15). */
export function teamText(team: Team): string {
  const rows = new Map<string, DelegatesEdge[]>([...team.agents.keys()].map((name) => [name, []]));
  for (const edge of team.edges) rows.get(edge.source)?.push(edge);
  const lines = [`entry: ${team.entry}`];
  for (const [name, edges] of rows) {
    const tag = name === team.entry ? ' [entry]' : '';
    if (edges.length === 0) lines.push(`  ${name}${tag}  (leaf)`);
    for (const [index, { target, preamble }] of edges.entries()) {
      const note = preamble.trim() === '' ? '' : `  # ${preamble.replaceAll(/\s+/g, ' ').trim()}`;
      lines.push(`  ${name}${index === 0 ? tag : ''} -> ${target}${note}`);
    }
  }
  return lines.join('\n');
}
