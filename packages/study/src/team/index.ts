export { classOfRole } from './agent-class.ts';
export * from './find-target.ts';
export { type MermaidOptions, toMermaid } from './mermaid.ts';
export { reachedAgents, rosterOf } from './roster.ts';
export * from './team.ts';
export { type TeamOptions, team, teamOf } from './team-of.ts';
export { teamText } from './team-text.ts';
