import type { Command } from '../command.ts';
import { askProviders } from '../doctor/ask-providers.ts';
import { checks } from '../doctor/checks.ts';
import { jsonLine } from '../terminal/sanitize.ts';

export const doctorCommand: Command = {
  positionals: [],
  flags: {
    deep: { kind: 'switch', describe: 'Ask each configured provider for its models: does the key work?' },
    json: { kind: 'switch', describe: 'Print the findings as JSON' },
  },
  examples: [
    ['attractor doctor', 'Node, shell, git, keys, terminal and run directory; exit 1 on a problem'],
    ['attractor doctor --deep', 'The same, and whether each provider with a key answers'],
  ],
  notes: ['Keys are only looked for, never shown, and used with --deep alone. Exit code 1 when something that runs need does not work.'],
  async run(args, io) {
    const findings = await Promise.all(checks.map(async (check) => check(io)));
    if (args.on('deep')) findings.push(...(await askProviders(io)));
    if (args.on('json')) io.out(jsonLine(findings));
    else {
      const style = io.stdoutStyle;
      const sign = { ok: style.green('✓'), note: style.yellow('!'), problem: style.red('✗') };
      for (const finding of findings) io.out(`${sign[finding.state]} ${finding.what.padEnd(9)} ${finding.text}`);
    }
    return findings.some((finding) => finding.state === 'problem') ? 1 : 0;
  },
};
