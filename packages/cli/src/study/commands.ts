import type { CommandEntry } from '../command.ts';

/** The commands under `attractor study`. A new one is one file in this folder and one line here. */
export const studyCommands: readonly CommandEntry[] = [
  {
    name: 'study check',
    summary: 'Check a study: graph, agent files, configuration',
    load: async () => (await import('./check.ts')).checkCommand,
  },
  { name: 'study show', summary: 'Show the team and what governs a study', load: async () => (await import('./show.ts')).showCommand },
  {
    name: 'study mermaid',
    summary: 'Draw the team as a Mermaid flowchart',
    load: async () => (await import('./mermaid.ts')).mermaidCommand,
  },
  {
    name: 'study roster',
    summary: 'Show what agents are told about their team',
    load: async () => (await import('./roster.ts')).rosterCommand,
  },
];
