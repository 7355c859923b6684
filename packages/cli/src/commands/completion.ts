import { type Command, type CommandEntry, type CommandGroup, UserError } from '../command.ts';
import { type CompletionEntry, shells } from '../completion/shells.ts';
import { suggest } from '../suggest.ts';

export const completionCommand: Command = {
  positionals: [{ name: 'SHELL', describe: 'bash, zsh or fish', required: true, completes: 'shell' }],
  flags: {},
  examples: [
    ['attractor completion bash > ~/.local/share/bash-completion/completions/attractor', 'Completion in every new bash'],
    ['attractor completion zsh > ~/.zfunc/_attractor', 'zsh, with ~/.zfunc in fpath'],
    ['attractor completion fish > ~/.config/fish/completions/attractor.fish', 'fish'],
  ],
  async run(args, io) {
    const name = args.positionals[0] ?? '';
    const script = Object.hasOwn(shells, name) ? shells[name] : undefined;
    if (script === undefined) {
      const near = suggest(name, Object.keys(shells));
      throw new UserError(
        `completion: no script for \`${name}\`${near === undefined ? '' : `; did you mean ${near}?`} Shells: ${Object.keys(shells).join(', ')}.`,
      );
    }
    const { commands } = await import('../registry.ts');
    io.outRaw(script(await Promise.all(commands.map(entryOf))));
    return 0;
  },
};

async function entryOf(entry: CommandEntry | CommandGroup): Promise<CompletionEntry> {
  if ('load' in entry) {
    const command = await entry.load();
    return { name: entry.name, summary: entry.summary, flags: command.flags, positional: command.positionals[0]?.completes ?? 'nothing' };
  }
  const subcommands = await entry.subcommands();
  const loaded = await Promise.all(subcommands.map((subcommand) => subcommand.load()));
  return {
    name: entry.name,
    summary: entry.summary,
    words: subcommands.map(({ name }) => name.slice(entry.name.length + 1)),
    flags: Object.fromEntries(loaded.flatMap(({ flags }) => Object.entries(flags))),
    positional: loaded[0]?.positionals[0]?.completes ?? 'nothing',
  };
}
