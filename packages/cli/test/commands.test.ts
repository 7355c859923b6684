import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { attractor, folder, lastLine, until } from './attractor.ts';

const loop = `digraph demo {
  start [shape=Mdiamond]
  exit [shape=Msquare]
  work [prompt="Work", class="hard"]
  test [shape=parallelogram, goal_gate=true, retry_target=work, tool_command="test -f ok || { touch ok; exit 1; }"]
  model_stylesheet=".hard { reasoning_effort: high; }"
  start -> work -> test
  test -> exit [condition="outcome=success"]
  test -> work [condition="outcome=fail", loop_restart=true]
}
`;

const gate = `digraph review {
  start [shape=Mdiamond]
  exit [shape=Msquare]
  ask [shape=hexagon, label="Ship it?"]
  note [shape=parallelogram, tool_command="echo noted"]
  start -> ask
  ask -> exit [label="[Y] Yes"]
  ask -> note [label="[N] No"]
  note -> exit
}
`;

const slow = `digraph slow {
  start [shape=Mdiamond]
  exit [shape=Msquare]
  wait [shape=parallelogram, tool_command="touch waiting; sleep 60"]
  start -> wait -> exit
}
`;

describe('files.md 5: commands that read a run', () => {
  const cwd = folder({ 'a.dot': loop });
  beforeAll(async () => {
    expect(await attractor(['run', 'a.dot', '--simulate', '--quiet'], { cwd })).toMatchObject({ code: 0 });
  });

  test('files.md 5: runs lists runs, newest first', async () => {
    expect((await attractor(['runs'], { cwd })).stdout).toMatch(/^run +status +graph +started\n\S+ +✓ success +demo +\S+ ago\n$/);
    const { stdout } = await attractor(['runs', '--ids'], { cwd });
    expect(existsSync(join(cwd, '.attractor/runs', stdout.trim(), 'manifest.json'))).toBe(true);
    expect(await attractor(['runs'], { cwd: folder() })).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/^No runs in /),
    });
  });

  test('files.md 5: status says what was, last and next', async () => {
    const { code, stdout } = await attractor(['status'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^✓ success {2}demo {2}simulated models · 5 nodes · /);
    expect(stdout).toMatch(/\n {2}last {4}✓ start/);
    expect(JSON.parse((await attractor(['status', 'latest', '--json'], { cwd })).stdout)).toMatchObject({
      status: 'success',
      nodes: 5,
      pid: null,
      next: [],
    });
  });

  test('§24: trace shows iterations and the descent curve; --json, --svg, --compare', async () => {
    const { stdout } = await attractor(['trace', 'latest'], { cwd });
    expect(stdout).toContain('Descent\n  iteration 0 1\n  test      ✗ ✓\n  open      1 0\n');
    expect(stdout).toMatch(/\n2 iterations, 5 nodes, \d/);
    const json = JSON.parse((await attractor(['trace', 'latest', '--json'], { cwd })).stdout) as {
      iterations: unknown[];
      descent: { open: number[] };
    };
    expect([json.iterations.length, json.descent.open]).toEqual([2, [1, 0]]);
    expect((await attractor(['trace', 'latest', '--svg', 'd.svg'], { cwd })).code).toBe(0);
    expect(readFileSync(join(cwd, 'd.svg'), 'utf8')).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
    const compared = await attractor(['trace', 'latest', '--compare', 'latest'], { cwd });
    expect(compared.stdout).toMatch(/\niterations +2 +2\n/);
    expect(compared.stdout).toMatch(/\ntest +✗✓ +✗✓\n/);
  });

  test('engine.md 4b: explain shows candidates, what became of each, and the rule', async () => {
    const { code, stdout } = await attractor(['explain', 'latest', 'test'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^test {2}✗ fail {2}→ work {2}\(edge, rule condition\)\n/);
    expect(stdout).toContain('  ✓ → work [outcome=fail]: chosen by condition');
    expect(stdout).toContain('    → exit [outcome=success]: condition does not hold');
    expect(await attractor(['explain', 'latest', 'tset'], { cwd })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('did you mean test? Nodes: '),
    });
  });

  test('language.md 5: explain FILE NODE shows each value and where it comes from', async () => {
    const { stdout } = await attractor(['explain', 'a.dot', 'work'], { cwd });
    expect(stdout).toMatch(/^work {2}type codergen, class hard\n/);
    expect(stdout).toMatch(/\nprompt +Work +the node \(line 4\)\n/);
    expect(stdout).toMatch(/\nreasoning_effort +high +stylesheet \.hard/);
    expect(stdout).toMatch(/\nmax_retries +0 +default\n/);
    expect(await attractor(['explain', 'a.dot', 'wrok'], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('did you mean work?'),
    });
  });

  test('files.md 5: graph draws SVG and DOT, coloured by a run', async () => {
    const plain = await attractor(['graph', 'a.dot'], { cwd });
    expect(plain.stdout).toMatch(/<svg [\s\S]*<\/svg>\n$/);
    expect(plain.stdout).not.toContain('#c8e6c9');
    expect((await attractor(['graph', 'a.dot', '--run', 'latest'], { cwd })).stdout).toContain('#c8e6c9');
    expect((await attractor(['graph', 'a.dot', '-o', 'x.dot'], { cwd })).code).toBe(0);
    expect(await attractor(['graph', '-', '--run', 'latest'], { cwd, stdin: gate })).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^warning: the run is one of demo, not of \w+; /),
    });
    expect((await attractor(['validate', 'x.dot'], { cwd })).code).toBe(1);
    expect(readFileSync(join(cwd, 'x.dot'), 'utf8')).toContain('"n_test"');
    expect(await attractor(['graph', 'a.dot', '-o', 'x.png'], { cwd })).toMatchObject({
      code: 2,
      stderr: 'error: graph: --output ends in .svg or .dot, not `.png`\n',
    });
  });

  test('files.md 5: graph takes labels as text', async () => {
    const text =
      'digraph x {\n start [shape=Mdiamond]\n a [label="<b>q \\\\N & é</b>", prompt=x]\n exit [shape=Msquare]\n start -> a -> exit [label="<i>"]\n}\n';
    const { stdout } = await attractor(['graph', '-'], { cwd, stdin: text });
    expect(stdout).toContain('&lt;b&gt;q \\N &amp; é&lt;/b&gt;');
    expect(stdout).toContain('&lt;i&gt;');
  });

  test('files.md 5: cancel says when no process executes the run', async () => {
    expect(await attractor(['cancel', 'latest'], { cwd })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^No process executes run \S+; it is success\. Nothing to cancel\.\n$/),
    });
  });
});

test('files.md 5: cancel stops the process that executes the run; status sees it run', async () => {
  const cwd = folder({ 'a.dot': slow });
  const running = attractor(['run', 'a.dot', '--quiet'], { cwd });
  await until(() => existsSync(join(cwd, 'waiting')), 20_000);
  expect(JSON.parse((await attractor(['status', '--json'], { cwd })).stdout)).toMatchObject({
    status: 'running',
    active: [{ node: 'wait' }],
  });
  expect(await attractor(['resume', 'latest'], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('is being executed by process'),
  });
  expect(await attractor(['cancel', 'latest'], { cwd })).toMatchObject({ code: 0, stderr: expect.stringMatching(/^Cancelled run /) });
  expect((await running).code).toBe(143);
});

test('engine.md 13: cancel ends a parked run: no answer is taken, nothing was started, a resume asks again', async () => {
  const cwd = folder({ 'a.dot': gate });
  await attractor(['run', 'a.dot', '--quiet', '--on-human-gate', 'park'], { cwd });
  expect(await attractor(['cancel', 'latest'], { cwd })).toMatchObject({ code: 0, stderr: expect.stringContaining('which was parked') });
  expect(JSON.parse((await attractor(['status', '--json'], { cwd })).stdout)).toMatchObject({ status: 'cancelled' });
  expect(await attractor(['answer', 'latest', 'ask', 'y'], { cwd })).toMatchObject({ code: 1 });
  expect(await attractor(['cancel', 'latest'], { cwd })).toMatchObject({ code: 1, stderr: expect.stringContaining('Nothing to cancel') });
  expect(await attractor(['resume', 'latest', '--quiet', '--on-human-gate', 'park'], { cwd })).toMatchObject({ code: 6 });
  expect(await attractor(['answer', 'latest', 'ask', 'y'], { cwd })).toMatchObject({ code: 0 });
  expect(lastLine(await attractor(['resume', 'latest', '--quiet'], { cwd }))).toMatchObject({ status: 'success' });
}, 90_000);

test('engine.md 13: cancel ends a halted run, whatever its limits say', async () => {
  const script = '{"default": {"text": "done", "cost_usd": 0.4}}';
  const cwd = folder({
    'a.dot': 'digraph a { budget_usd=0.3 start [shape=Mdiamond] exit [shape=Msquare] start -> x -> y -> exit x [prompt=x] y [prompt=y] }',
    's.json': script,
  });
  expect(await attractor(['run', 'a.dot', '--quiet', '--script', 's.json'], { cwd })).toMatchObject({ code: 5 });
  expect(await attractor(['cancel', 'latest'], { cwd })).toMatchObject({ code: 0, stderr: expect.stringContaining('which was halted') });
  expect(JSON.parse((await attractor(['status', '--json'], { cwd })).stdout)).toMatchObject({ status: 'cancelled' });
  expect(await attractor(['cancel', 'latest'], { cwd })).toMatchObject({ code: 1 });
}, 60_000);

describe('engine.md 9: --on-human-gate', () => {
  test('engine.md 9: auto-approve, queue, fail and park', async () => {
    const cwd = folder({ 'a.dot': gate, 'q.json': '[{"node": "ask", "answer": "n"}]', 'bad.json': '[3]' });
    const run = (how: string): ReturnType<typeof attractor> => attractor(['run', 'a.dot', '--quiet', '--on-human-gate', how], { cwd });
    expect(lastLine(await run('auto-approve'))).toMatchObject({ status: 'success', nodes: ['start', 'ask'] });
    expect(lastLine(await run('queue:q.json'))).toMatchObject({ status: 'success', nodes: ['start', 'ask', 'note'] });
    expect(await run('fail')).toMatchObject({ code: 1 });
    expect(await attractor(['run', 'a.dot', '--quiet'], { cwd })).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('--on-human-gate is fail'),
    });
    const parked = await run('park');
    expect([parked.code, lastLine(parked)]).toEqual([6, expect.objectContaining({ status: 'parked', questions: ['ask'] })]);
    expect((await attractor(['status'], { cwd })).stdout).toMatch(/\n {2}waits {3}ask\n/);
    const resumed = await attractor(['resume', 'latest', '--quiet', '--on-human-gate', 'queue:q.json'], { cwd });
    expect([resumed.code, lastLine(resumed)['nodes']]).toEqual([0, ['start', 'ask', 'note']]);
    await run('park');
    expect(await attractor(['answer', 'latest', 'ask', 'n'], { cwd })).toMatchObject({ code: 0 });
    expect((await attractor(['status'], { cwd })).stdout).toMatch(/\n {2}reason {2}every question is answered\n/);
    expect((await run('queue:bad.json')).stderr).toContain('bad.json: entry 1 is neither a text nor {"node"?, "answer", "text"?}');
  });
});

describe('language.md 8: validate', () => {
  const cwd = folder({
    'good/a.dot': gate,
    'bad/b.dot': 'digraph b {\n  start [shape=Mdiamond]\n}\n',
    'warn.dot': loop.replace(', retry_target=work', '').replace(', loop_restart=true', ''),
  });

  test('language.md 8: exit 0 without errors, 1 with any, 2 for a file that cannot be read', async () => {
    expect(await attractor(['validate', 'good'], { cwd })).toEqual({
      code: 0,
      stdout: '✓ good/a.dot: no errors, no warnings\n',
      stderr: '',
    });
    const bad = await attractor(['validate', 'good', 'bad'], { cwd });
    expect(bad.code).toBe(1);
    expect(bad.stdout).toContain('[terminal_node]');
    expect(bad.stdout).toMatch(/✗ 2 files: \d+ errors?, \d+ warnings?\n$/);
    expect(await attractor(['validate', 'none.dot', 'good'], { cwd })).toMatchObject({
      code: 2,
      stdout: '✓ good/a.dot: no errors, no warnings\n',
      stderr: 'error: cannot read none.dot: there is no such file\n',
    });
    expect(await attractor(['validate', 'none.dot'], { cwd })).toMatchObject({ code: 2, stdout: '' });
    expect((await attractor(['validate', '-'], { cwd, stdin: gate })).code).toBe(0);
  });

  test('language.md 8: --strict counts warnings, --format json is for programs', async () => {
    expect((await attractor(['validate', 'warn.dot'], { cwd })).code).toBe(0);
    expect((await attractor(['validate', 'warn.dot', '--strict'], { cwd })).code).toBe(1);
    const { stdout } = await attractor(['validate', 'warn.dot', '--format', 'json'], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({
      errors: 0,
      warnings: 1,
      files: [{ file: 'warn.dot', diagnostics: [{ rule: 'goal_gate_has_retry', severity: 'warning', line: 5, node: 'test' }] }],
    });
  });
});

describe('files.md 5: completion and doctor', () => {
  test('files.md 5: the bash script completes commands, flags, values and runs', async () => {
    const { stdout } = await attractor(['completion', 'bash']);
    const complete = (words: string, at: number): string => {
      const script = `${stdout}\nCOMP_WORDS=(${words}); COMP_CWORD=${at}; _attractor; echo "\${COMPREPLY[@]}"`;
      return spawnSync('bash', ['-c', script], { encoding: 'utf8' }).stdout.trim();
    };
    expect(complete('attractor ru', 1)).toBe('run runs');
    expect(complete('attractor run --on-h', 2)).toBe('--on-human-gate');
    expect(complete('attractor run --durability ""', 3)).toBe('process power');
    expect(complete('attractor status la', 2)).toBe('latest');
    expect(await attractor(['completion', 'fsh'])).toMatchObject({
      code: 2,
      stderr: 'error: completion: no script for `fsh`; did you mean zsh? Shells: bash, zsh, fish.\n',
    });
  });

  test('files.md 5: doctor finds what runs need and shows no key', async () => {
    const cwd = folder();
    const { code, stdout } = await attractor(['doctor'], { cwd, env: { OPENAI_API_KEY: 'sk-very-secret' } });
    expect(code).toBe(0);
    expect(stdout).toContain(`✓ node      v${process.versions.node}`);
    expect(stdout).toContain('✓ keys      set for openai (not shown, not tried; --deep asks)');
    expect(stdout).not.toContain('secret');
    const blocked = await attractor(['doctor'], { cwd: folder({ '.attractor': 'a file' }) });
    expect(blocked).toMatchObject({ code: 1, stdout: expect.stringContaining('✗ runs ') });
  });
});

test('files.md 5: on a terminal the view is live and leaves a clean screen; no cursor is lost', () => {
  if (spawnSync('script', ['--version']).status !== 0) return;
  const cwd = folder({ 'a.dot': slow.replace('sleep 60', 'sleep 0.5') });
  const command = `${process.execPath} ${new URL('../bin/attractor.js', import.meta.url).pathname} run a.dot`;
  const env = { PATH: process.env['PATH'] ?? '', TERM: 'xterm-256color', HOME: cwd };
  const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], { cwd, env, encoding: 'utf8' });
  expect(stdout).toMatch(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/u);
  expect(stdout.lastIndexOf('\u001b[?25h')).toBeGreaterThan(stdout.lastIndexOf('\u001b[?25l'));
  expect(stdout).toContain('✓ success');
  const plain = spawnSync('script', ['-qec', command, '/dev/null'], { cwd, env: { ...env, NO_COLOR: '1' }, encoding: 'utf8' }).stdout;
  expect(plain).not.toContain('\u001b');
  expect(plain).toContain('success  wait');
});
