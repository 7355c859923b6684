import type { Command } from '../command.ts';

export const lspCommand: Command = {
  positionals: [],
  flags: {
    stdio: { kind: 'switch', describe: 'Serve on stdin and stdout, which it always does; some clients say so' },
    clientProcessId: { kind: 'text', value: 'PID', fallback: 'none', describe: 'End when this process ends; clients give it' },
  },
  examples: [['attractor lsp', 'What an editor starts; docs/editors.md says how']],
  notes: [
    'Diagnostics, fixes, completion, hover, rename, formatting and more for pipelines.',
    'Opening a file runs nothing, reads only files below its folder or the workspace folder, and uses no network.',
  ],
  run: async () => {
    const [{ serveStdio }, { version }] = await Promise.all([import('@attractor/lsp'), import('../main.ts')]);
    return serveStdio({ version: version() });
  },
};
