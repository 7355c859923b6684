import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { attractor, folder, lastLine } from './attractor.ts';

const views = ['events.jsonl', 'trace.jsonl', 'decisions.jsonl'] as const;

const graph = `digraph g {
  start [shape=Mdiamond]; exit [shape=Msquare]
  work [shape=parallelogram, tool_command="echo once >> log.txt"]
  ask [shape=hexagon, label="Go?"]
  start -> work -> ask -> exit
}`;

describe('files.md 3: only the journal is the run', () => {
  test('garbage in events, trace and decisions: status, explain, answer and resume warn and go on', async () => {
    const cwd = folder({ 'g.dot': graph });
    const parked = await attractor(['run', 'g.dot', '--logs-root', 'R', '--on-human-gate', 'park'], { cwd });
    expect(parked.code).toBe(6);
    for (const name of views) {
      const path = join(cwd, 'R', name);
      const [first = '', ...rest] = readFileSync(path, 'utf8').split('\n');
      writeFileSync(path, [first, 'gar\u0000bage', '{}', ...rest].join('\n'));
      appendFileSync(path, 'more garbage\n');
    }
    const status = await attractor(['status', 'R'], { cwd });
    expect(status.code).toBe(0);
    expect(status.stdout).toContain('attractor answer R ask');
    for (const name of ['events.jsonl', 'trace.jsonl'])
      expect(status.stderr).toMatch(new RegExp(`warning: .*${name} is damaged.*line 2: .*and 2 more`));
    const explained = await attractor(['explain', 'R'], { cwd });
    expect([explained.code, explained.stdout]).toEqual([0, expect.stringContaining('work')]);
    expect(explained.stderr).toContain('decisions.jsonl is damaged');
    expect((await attractor(['answer', 'R', 'ask', 'E'], { cwd })).code).toBe(0);
    const resumed = await attractor(['resume', 'R'], { cwd });
    expect(lastLine(resumed)).toMatchObject({ status: 'success', nodes: ['start', 'work', 'ask'] });
    for (const name of views) expect(resumed.stderr).toContain(`${name} is damaged`);
    expect(readFileSync(join(cwd, 'log.txt'), 'utf8')).toBe('once\n');
  }, 60_000);

  test('a run without its views goes on as well', async () => {
    const cwd = folder({ 'g.dot': graph });
    await attractor(['run', 'g.dot', '--logs-root', 'R', '--on-human-gate', 'park'], { cwd });
    for (const name of views) writeFileSync(join(cwd, 'R', name), 'x');
    await attractor(['answer', 'R', 'ask', 'E'], { cwd });
    const resumed = await attractor(['resume', 'R'], { cwd });
    expect([resumed.code, lastLine(resumed)['status']]).toEqual([0, 'success']);
  }, 60_000);
});
