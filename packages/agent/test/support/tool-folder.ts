import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createMasker, type JsonObject } from '@attractor/engine';
import { afterAll } from 'vitest';
import { argumentProblem } from '../../src/tools/check-arguments.ts';
import type { Tool, ToolContext, ToolOutput } from '../../src/tools/tool.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

export interface ToolFolder {
  /** Holds the working directory `work`, the run's records `work/.attractor/run`, and whatever lies outside. */
  readonly root: string;
  readonly context: ToolContext;
  write(name: string, text: string | Uint8Array): void;
  /** Runs a tool on arguments that fit its schema. */
  run(tool: Tool, input: JsonObject): Promise<ToolOutput>;
}

/** A working directory with files, and what tools need of a session. */
export function toolFolder(files: Readonly<Record<string, string>> = {}, signal: AbortSignal = new AbortController().signal): ToolFolder {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'attractor-tools-')));
  folders.push(root);
  const workingDirectory = join(root, 'work');
  const runDirectory = join(workingDirectory, '.attractor', 'run');
  mkdirSync(runDirectory, { recursive: true });
  const context: ToolContext = {
    workingDirectory,
    runDirectory,
    sessionDirectory: join(runDirectory, 'session'),
    environment: { PATH: process.env['PATH'] ?? '' },
    shell: '/bin/sh',
    masker: createMasker({}, []),
    signal,
  };
  const write = (name: string, text: string | Uint8Array): void => {
    const path = join(workingDirectory, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  return {
    root,
    context,
    write,
    async run(tool, input) {
      const problem = argumentProblem(tool, input);
      if (problem !== undefined) throw new Error(problem);
      return tool.run(input, context);
    },
  };
}
