import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { attractor, bin, folder, until } from './attractor.ts';

const gate = `digraph review {
  start [shape=Mdiamond]; exit [shape=Msquare]
  ask [shape=hexagon, label="Ship it?", description="Tests are green."]
  say [shape=hexagon, mode=freeform, label="What next?", timeout="\${limit}"]
  note [shape=parallelogram, tool_command="printf '%s' \\"$human.gate.text\\" > said.txt"]
  params="limit=1h"
  start -> ask; ask -> exit [label="[Y] Yes"]; ask -> say [label="[N] No"]; say -> note -> exit
}
`;

const socket = `attractor-${process.pid}`;
const tmux = (...args: string[]): string => execFileSync('tmux', ['-L', socket, ...args], { encoding: 'utf8' });
const hasTmux = spawnSync('tmux', ['-V']).status === 0;

afterEach(() => void spawnSync('tmux', ['-L', socket, 'kill-server']));

/** Runs a command line in a real terminal of 100 by 40; ends with its exit code and whether lines are edited by the terminal again. */
function terminal(cwd: string, command: string) {
  const script = `cd '${cwd}'; unset CI NO_COLOR; ${command}; code=$?; stty -a | grep -q -- '-icanon' && mode=raw || mode=cooked; echo "END $code $mode"; exec sleep 60`;
  tmux(
    '-f',
    '/dev/null',
    'new-session',
    '-d',
    '-x',
    '100',
    '-y',
    '40',
    `bash -c ${JSON.stringify(script.replaceAll('$', '\\$')).replaceAll('\\\\$', '\\$')}`,
  );
  const screen = (): string => tmux('capture-pane', '-p', '-S', '-200');
  return {
    screen,
    shows: async (text: string): Promise<void> => {
      try {
        await until(() => screen().includes(text), 20_000);
      } catch {
        throw new Error(`the screen never showed ${JSON.stringify(text)}:\n${screen()}`);
      }
    },
    /** Types literally, then presses keys by name. */
    type: (text: string, ...keys: string[]): void => {
      if (text !== '') tmux('send-keys', '-l', text);
      if (keys.length > 0) tmux('send-keys', ...keys);
    },
  };
}

describe.skipIf(!hasTmux)('engine.md 9: a person at a terminal', () => {
  const run = (...more: string[]): string => [process.execPath, bin, 'run', 'a.dot', ...more].map((word) => `'${word}'`).join(' ');

  test('engine.md 9: question in the live view, unknown answer, completion, pasted lines, the end', async () => {
    const cwd = folder({ 'a.dot': gate });
    const at = terminal(cwd, run());
    await at.shows('Ctrl-D skips.');
    for (const part of ['◆ ask', 'Ship it?', 'Tests are green.', '[Y] Yes', '[N] No']) expect(at.screen()).toContain(part);
    await new Promise((resolve) => setTimeout(resolve, 800));
    at.type('maybe', 'Enter');
    await at.shows('`maybe` is no answer here; the choices are: Y (Yes), N (No)');
    await new Promise((resolve) => setTimeout(resolve, 800));
    at.type('n', 'Tab', 'Enter');
    await at.shows('What next?');
    await at.shows('pasted lines are kept');
    await new Promise((resolve) => setTimeout(resolve, 800));
    tmux('set-buffer', 'first\nsecond\n');
    tmux('paste-buffer', '-p');
    at.type('third', 'Enter');
    await at.shows('END 0 cooked');
    expect(readFileSync(join(cwd, 'said.txt'), 'utf8')).toBe('first\nsecond\nthird');
    expect(at.screen()).toMatch(/✓ ask +\d+\.\ds +“No”/);
  });

  test('engine.md 13: Ctrl-C at a question cancels the run, resumably, and gives the terminal back', async () => {
    const cwd = folder({ 'a.dot': gate });
    const at = terminal(cwd, run());
    await at.shows('Ctrl-D skips.');
    await new Promise((resolve) => setTimeout(resolve, 800));
    at.type('half an ans', 'C-c');
    await at.shows('END 130 cooked');
    expect(at.screen()).toContain('cancelled');
    expect(at.screen()).toContain('attractor resume');
  });

  test('engine.md 9: Ctrl-D skips; a time that is over and an answer from another process take the question away', async () => {
    const cwd = folder({ 'a.dot': gate });
    const at = terminal(cwd, run('--param', 'limit=1s'));
    await at.shows('Ctrl-D skips.');
    expect(await attractor(['answer', 'latest', 'ask', 'no'], { cwd })).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('The run goes on.'),
    });
    await at.shows('Answered from elsewhere.');
    await at.shows('The time for an answer is over.');
    await at.shows('END 1 cooked');
    spawnSync('tmux', ['-L', socket, 'kill-server']);
    const skipping = terminal(cwd, run());
    await skipping.shows('Ctrl-D skips.');
    await new Promise((resolve) => setTimeout(resolve, 800));
    skipping.type('', 'C-d');
    await skipping.shows('END 1 cooked');
    expect(skipping.screen()).toContain('the person skipped the question');
  });
});
