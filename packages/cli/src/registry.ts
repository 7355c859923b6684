import type { CommandEntry, CommandGroup } from './command.ts';

/** Every command, in the order of `attractor --help`. A new command is one file under commands/ and one line here. */
export const commands: readonly (CommandEntry | CommandGroup)[] = [
  { name: 'run', summary: 'Run a pipeline', load: async () => (await import('./commands/run.ts')).runCommand },
  { name: 'resume', summary: 'Go on with a run that stopped', load: async () => (await import('./commands/resume.ts')).resumeCommand },
  {
    name: 'validate',
    summary: 'Check pipelines without running them',
    load: async () => (await import('./commands/validate.ts')).validateCommand,
  },
  { name: 'lint', summary: 'Check pipelines and advise on them', load: async () => (await import('./commands/lint.ts')).lintCommand },
  { name: 'fmt', summary: 'Format pipelines', load: async () => (await import('./commands/fmt.ts')).fmtCommand },
  {
    name: 'trace',
    summary: 'What a run did, iteration by iteration',
    load: async () => (await import('./commands/trace.ts')).traceCommand,
  },
  {
    name: 'explain',
    summary: 'Why a run went where it went, or where a node gets its attributes',
    load: async () => (await import('./commands/explain.ts')).explainCommand,
  },
  { name: 'runs', summary: 'List the runs of this folder', load: async () => (await import('./commands/runs.ts')).runsCommand },
  {
    name: 'status',
    summary: 'What a run is doing now and how to go on',
    load: async () => (await import('./commands/status.ts')).statusCommand,
  },
  {
    name: 'answer',
    summary: 'Answer a question of a run',
    load: async () => (await import('./commands/answer.ts')).answerCommand,
  },
  { name: 'cancel', summary: 'Stop a run that is executing', load: async () => (await import('./commands/cancel.ts')).cancelCommand },
  { name: 'steer', summary: 'Tell a running manager something', load: async () => (await import('./commands/steer.ts')).steerCommand },
  { name: 'graph', summary: 'Draw a pipeline', load: async () => (await import('./commands/graph.ts')).graphCommand },
  { name: 'study', summary: 'Studies by a team of agents', subcommands: async () => (await import('./study/commands.ts')).studyCommands },
  { name: 'lsp', summary: 'Serve editors: the Language Server Protocol', load: async () => (await import('./commands/lsp.ts')).lspCommand },
  { name: 'doctor', summary: 'Check this machine', load: async () => (await import('./commands/doctor.ts')).doctorCommand },
  {
    name: 'completion',
    summary: 'Print a completion script for a shell',
    load: async () => (await import('./commands/completion.ts')).completionCommand,
  },
];

/** Every command with its full name, those of groups in their place. */
export async function allCommands(): Promise<readonly CommandEntry[]> {
  const lists = await Promise.all(commands.map(async (entry) => ('load' in entry ? [entry] : entry.subcommands())));
  return lists.flat();
}
