import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ModelServer, startModelServer } from '../../../agent/test/support/model-server.ts';
import { attractor, folder, lastLine } from '../attractor.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

/** Writes a program, tests it with a command, and goes back to the agent until the test passes: the run ends by evidence. */
const build = `digraph build {
  goal="A program that adds numbers"
  start [shape=Mdiamond]
  exit [shape=Msquare]
  write [prompt="Write add.sh, which prints the sum of its two arguments", must_write="add.sh"]
  check [shape=parallelogram, goal_gate=true, retry_target=repair, tool_command="test \\"$(sh add.sh 2 3)\\" = 5 || { sh add.sh 2 3; exit 1; }"]
  repair [prompt="The check failed: $check.output Repair add.sh.", max_visits=3, max_turns=5, reasoning_effort=high]
  start -> write -> check
  check -> exit [condition="outcome=success"]
  check -> repair [condition="outcome=fail"]
  repair -> check
}
`;

const one = (attributes: string, graph = ''): string => `digraph one {
  ${graph}
  start [shape=Mdiamond]
  exit [shape=Msquare]
  work [prompt="Work", ${attributes}]
  start -> work -> exit
}
`;

describe('backends.md 4: agents in whole runs', () => {
  test('backends.md 4: an agent writes, a command tests, the agent repairs; the run ends by evidence', async () => {
    server.say(
      { text: 'I write it.', calls: [['write_file', { file_path: 'add.sh', content: 'echo $(($1 - $2))\n' }]] },
      { calls: [['report_outcome', { status: 'success', notes: 'written' }]] },
      { calls: [['read_file', { file_path: 'add.sh' }]] },
      { calls: [['edit_file', { file_path: 'add.sh', old_string: '$1 - $2', new_string: '$1 + $2' }]] },
      { calls: [['shell', { command: 'sh add.sh 20 22' }]] },
      { text: 'It printed 42.', calls: [['report_outcome', { status: 'success', notes: 'repaired' }]] },
    );
    const cwd = realpathSync(folder({ 'build.dot': build, 'AGENTS.md': 'House rule: plain sh.\n' }));
    const finished = await attractor(['run', 'build.dot', '--backend', 'agent'], { cwd, env: server.environment() });
    expect(finished.stderr).toContain('✓ success');
    expect(finished.code).toBe(0);
    const line = lastLine(finished);
    expect(line).toMatchObject({ status: 'success', nodes: ['start', 'write', 'check', 'repair', 'check'], usage: { output_tokens: 300 } });
    expect(Number(line['cost_usd'])).toBeGreaterThan(0);
    expect(readFileSync(join(cwd, 'add.sh'), 'utf8')).toBe('echo $(($1 + $2))\n');
    const run = String(line['run_dir']);
    // What was sent: the project's instructions, the prompt with the failing command's output, the effort.
    expect(JSON.stringify(server.bodies[0]?.['system'])).toContain('House rule: plain sh.');
    const repair = server.bodies[2];
    expect(JSON.stringify(repair?.['messages'])).toContain('The check failed: -1');
    expect(repair?.['output_config']).toEqual({ effort: 'high' });
    expect(readFileSync(join(run, 'repair', 'response.md'), 'utf8').trim()).toBe('It printed 42.');
    const [session] = readdirSync(join(run, 'repair', 'sessions'));
    expect(JSON.parse(readFileSync(join(run, 'repair', 'status.json'), 'utf8'))).toMatchObject({
      outcome: 'success',
      is_explicit: true,
      session_id: session,
    });
    const events = readFileSync(join(run, 'events.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text) as { type: string; node?: string; data?: { tool?: string } });
    expect(events.filter(({ type, node }) => type === 'agent.tool_call' && node === 'repair').map(({ data }) => data?.tool)).toEqual([
      'read_file',
      'edit_file',
      'shell',
      'report_outcome',
    ]);
  });

  test('backends.md 1: with a key, agent is the default; --provider, --model and attributes reach it', async () => {
    server.sayAs('openai', { text: 'fine' });
    const cwd = folder({ 'a.dot': one('llm_model="gpt-own"'), 'b.dot': one('label=x') });
    const env = { ...server.environment('openai'), ANTHROPIC_API_KEY: 'unused-key-0123' };
    expect((await attractor(['run', 'a.dot', '--quiet', '--provider', 'openai', '--model', 'gpt-flag'], { cwd, env })).code).toBe(0);
    expect(server.bodies[0]).toMatchObject({ model: 'gpt-own' });
    expect(JSON.stringify(server.bodies[0]?.['tools'])).toContain('"name":"apply_patch"');
    server.sayAs('openai', { text: 'fine' });
    expect((await attractor(['run', 'b.dot', '--quiet', '--provider', 'openai', '--model', 'gpt-flag'], { cwd, env })).code).toBe(0);
    expect(server.bodies[0]).toMatchObject({ model: 'gpt-flag' });
  });

  test('backends.md 1: backend llm makes one call without tools', async () => {
    server.say({ text: 'Judged. {"status": "fail", "failure_reason": "too long"}' });
    const cwd = folder({ 'a.dot': one('backend=llm') });
    const finished = await attractor(['run', 'a.dot', '--quiet'], { cwd, env: server.environment() });
    expect(finished.code).toBe(1);
    expect(String(lastLine(finished)['reason'])).toContain('too long');
    expect(server.bodies).toHaveLength(1);
    expect(server.bodies[0]).not.toHaveProperty('tools');
  });

  test('engine.md 4: a spent quota halts the run, which can be resumed where it stopped', async () => {
    server.sayAs('openai', { error: 'quota' });
    const cwd = folder({ 'a.dot': one('max_retries=3') });
    const env = server.environment('openai');
    const halted = await attractor(['run', 'a.dot', '--quiet'], { cwd, env });
    expect(halted.code).toBe(5);
    expect(lastLine(halted)).toMatchObject({ status: 'halted', reason: expect.stringContaining('quota exhausted') });
    expect(server.bodies).toHaveLength(1);
    server.sayAs('openai', { text: 'back again' });
    const resumed = await attractor(['resume', 'latest', '--quiet'], { cwd, env });
    expect(resumed.code).toBe(0);
    expect(readFileSync(join(String(lastLine(resumed)['run_dir']), 'work', 'response.md'), 'utf8').trim()).toBe('back again');
  });

  test('backends.md 4: a budget that the next call could overdraw halts the run; resume --budget-usd goes on', async () => {
    server.say({ text: 'affordable' });
    const cwd = folder({ 'a.dot': one('max_retries=3') });
    const env = server.environment();
    const halted = await attractor(['run', 'a.dot', '--quiet', '--budget-usd', '0.001'], { cwd, env });
    expect(halted.code).toBe(5);
    expect(lastLine(halted)).toMatchObject({ status: 'halted', reason: expect.stringContaining('budget_exceeded') });
    expect(server.bodies).toHaveLength(0);
    const resumed = await attractor(['resume', 'latest', '--quiet', '--budget-usd', '5'], { cwd, env });
    expect(resumed.code).toBe(0);
    expect(server.bodies).toHaveLength(1);
  });

  test('engine.md 4: a node that runs out of time leaves no process of its agent behind', async () => {
    server.say({ calls: [['shell', { command: 'echo $$ > pid; sleep 300', timeout_ms: 300_000 }]] });
    const cwd = folder({ 'a.dot': one('timeout="2s"') });
    const finished = await attractor(['run', 'a.dot', '--quiet'], { cwd, env: server.environment() });
    expect(finished.code).toBe(1);
    expect(String(lastLine(finished)['reason'])).toContain('timeout');
    const pid = readFileSync(join(cwd, 'pid'), 'utf8').trim();
    const stat = `/proc/${pid}/stat`;
    expect(!existsSync(stat) || /\) [ZX] /.test(readFileSync(stat, 'latin1'))).toBe(true);
  });

  test('§36: doctor --deep asks each configured provider', async () => {
    const list = {
      data: [{ id: 'claude-opus-5-5', type: 'model', display_name: 'x', created_at: '2026-01-01T00:00:00Z' }],
      has_more: false,
      first_id: 'claude-opus-5-5',
      last_id: 'claude-opus-5-5',
    };
    server.play({ headers: { 'content-type': 'application/json' }, steps: [{ send: JSON.stringify(list) }] });
    const cwd = folder();
    const good = await attractor(['doctor', '--deep'], { cwd, env: server.environment() });
    expect(good.stdout).toContain('✓ anthropic answers, 1 model, the default claude-opus-5-5 among them\n');
    expect(good.code).toBe(0);
    server.say({ error: 'auth' });
    const bad = await attractor(['doctor', '--deep'], { cwd, env: server.environment() });
    expect(bad.stdout).toMatch(/✗ anthropic anthropic: /);
    expect(bad.code).toBe(1);
    expect(`${good.stdout}${bad.stdout}`).not.toContain('test-key');
  });
});
