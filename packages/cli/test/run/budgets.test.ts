import { describe, expect, test } from 'vitest';
import { attractor, folder, lastLine } from '../attractor.ts';

const ends = 'start [shape=Mdiamond]\n  exit [shape=Msquare]';

const child = `digraph child {
  ${ends}
  x [prompt="x"]
  y [prompt="y"]
  start -> x -> y -> exit
}
`;

const parent = `digraph parent {
  ${ends}
  sub [shape=folder, dot_file="child.dot"]
  start -> sub -> exit
}
`;

/** Two folders side by side: one halts the run, the other one is stopped. */
const fork = `digraph fork {
  ${ends}
  c [shape=component, max_parallel=2]
  f1 [shape=folder, dot_file="child.dot"]
  f2 [shape=folder, dot_file="child.dot"]
  j [prompt="join"]
  start -> c
  c -> f1 -> j
  c -> f2 -> j
  j -> exit
}
`;

const files = {
  'parent.dot': parent,
  'fork.dot': fork,
  'child.dot': child,
  's.json': '{"default": {"text": "ok", "usage": {"input_tokens": 100, "output_tokens": 10}, "cost_usd": 0.25}}',
};

const scripted = ['--script', 's.json'];

describe('engine.md 3.1, 11: what a run says it used', () => {
  test('files.md 5: status counts what children used once', async () => {
    const cwd = folder(files);
    const ran = await attractor(['run', 'parent.dot', ...scripted, '--quiet'], { cwd });
    expect(lastLine(ran)).toMatchObject({ status: 'success', cost_usd: 0.5 });
    expect((await attractor(['status'], { cwd })).stdout).toMatch(/^✓ success .* · \$0\.5000\n/);
  });

  test('files.md 5: a halt inside a child does not hide what was paid', async () => {
    const cwd = folder(files);
    const halted = await attractor(['run', 'parent.dot', ...scripted, '--budget-usd', '0.2'], { cwd });
    expect(halted.code).toBe(5);
    expect(lastLine(halted)).toMatchObject({ status: 'halted', usage: { input_tokens: 100, output_tokens: 10 }, cost_usd: 0.25 });
    expect(halted.stderr).toMatch(/halted .* · \$0\.2500$/m);
    expect((await attractor(['status'], { cwd })).stdout).toMatch(/^\S+ halted .* · \$0\.2500\n/);
    const done = await attractor(['resume', 'latest', '--quiet', '--budget-usd', '9'], { cwd });
    expect(lastLine(done)).toMatchObject({ status: 'success', usage: { input_tokens: 200 }, cost_usd: 0.5 });
  });

  test('files.md 5: nor does one inside a child of a branch', async () => {
    const cwd = folder(files);
    const halted = await attractor(['run', 'fork.dot', ...scripted, '--quiet', '--budget-usd', '0.4'], { cwd });
    const { cost_usd: cost, status } = lastLine(halted);
    const trace = JSON.parse((await attractor(['trace', '--json'], { cwd })).stdout);
    expect([status, cost]).toEqual(['halted', trace.cost_usd]);
    expect(cost).toBeGreaterThanOrEqual(0.4);
  });

  test('engine.md 14: a halt by tokens names the flag that goes on', async () => {
    const cwd = folder(files);
    const halted = await attractor(['run', 'parent.dot', ...scripted, '--budget-tokens', '100'], { cwd });
    expect(halted.code).toBe(5);
    expect(lastLine(halted)['reason']).toBe("sub: budget_exceeded: 110 of 100 tokens used before 'y'");
    expect(halted.stderr).toMatch(/next +attractor resume \S+ --budget-tokens N$/m);
    expect((await attractor(['resume', 'latest', '--quiet'], { cwd })).code).toBe(5);
    const done = await attractor(['resume', 'latest', '--quiet', '--budget-tokens', '1000'], { cwd });
    expect(lastLine(done)).toMatchObject({ status: 'success', usage: { input_tokens: 200, output_tokens: 20 } });
  });
});
