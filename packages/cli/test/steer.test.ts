import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { attractor, folder } from './attractor.ts';

const ends = 'start [shape=Mdiamond]; exit [shape=Msquare];';

describe('attractor steer', () => {
  test('files.md 5, engine.md 11: a message waits for a run that is parked and goes into its next cycle', async () => {
    const cwd = folder({
      'a.dot': `digraph a { ${ends} boss [shape=house, "stack.child_dotfile"="child.dot", "manager.stop_condition"="manager.cycles=2"]; start -> boss -> exit }`,
      'child.dot': `digraph child { ${ends} ask [shape=hexagon, label="Go on?"]; note [shape=parallelogram, tool_command="printf '%s' \\"\${manager_steering-}\\" > said.txt", tool_env="manager_steering"]; start -> ask -> note -> exit }`,
    });
    const call = (...args: string[]): ReturnType<typeof attractor> => attractor(args, { cwd });
    expect((await call('run', 'a.dot', '--on-human-gate', 'park')).code).toBe(6);
    const steered = await call('steer', 'latest', 'keep', 'the names');
    expect(steered).toMatchObject({ code: 0 });
    expect(steered.stderr).toMatch(/^Left message \S+ for run .* It is parked: read after/);
    const [id = ''] = readdirSync(join(cwd, '.attractor/runs'));
    const folderOfMessages = join(cwd, '.attractor/runs', id, 'steering');
    const [message = ''] = readdirSync(folderOfMessages).filter((name) => name.endsWith('.md'));
    expect(readFileSync(join(folderOfMessages, message), 'utf8')).toBe('keep the names');
    expect((await call('resume', 'latest', '--on-human-gate', 'auto-approve')).code).toBe(0);
    expect(readFileSync(join(cwd, 'said.txt'), 'utf8')).toBe('keep the names');
    expect(readdirSync(folderOfMessages)).toEqual(['delivered']);
    const late = await call('steer', 'latest', 'too late');
    expect(late).toMatchObject({ code: 1 });
    expect(late.stderr).toContain('is over (success)');
    expect((await call('steer', 'nosuch', 'x')).code).toBe(2);
  });
});
