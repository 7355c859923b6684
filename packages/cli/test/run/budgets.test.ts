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
});
