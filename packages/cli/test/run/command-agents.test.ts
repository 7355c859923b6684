import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { init, result, toolResult, toolUse } from '../../../agent/test/command-agents/support/claude-lines.ts';
import { processesWith, standIn } from '../../../agent/test/command-agents/support/stand-in.ts';
import { attractor, folder, lastLine, until } from '../attractor.ts';

// Several real processes a test.
vi.setConfig({ testTimeout: 90_000 });

const chain = (attributes: string, ...nodes: string[]): string => `digraph g {
  graph [goal="x", ${attributes}]
  start [shape=Mdiamond]
  exit [shape=Msquare]
  ${nodes.map((node, at) => `n${at} [${node}]`).join('\n  ')}
  start -> ${nodes.map((_, at) => `n${at}`).join(' -> ')} -> exit
}
`;

describe('backends.md 1: command-line agents in whole runs', () => {
  test('§36: every agent that is missing is named before the first node; no key of a provider is asked for', async () => {
    const cwd = folder({
      'a.dot': chain('', 'prompt="a", backend=codex', 'prompt="b", backend=claude, llm_provider=openai', 'prompt="c", backend=gemini'),
    });
    const { environment, seen } = standIn('claude');
    const run = await attractor(['run', 'a.dot'], { cwd, env: { ...environment, PATH: environment['PATH'] ?? '' } });
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('preflight: 3 of 3 model nodes cannot run:');
    expect(run.stderr).toContain('node n0: codex is not on the PATH (Codex: npm install -g @openai/codex) (backend codex)');
    expect(run.stderr).toContain('node n1: llm_provider is openai, and Claude Code calls anthropic only (backend claude)');
    expect(run.stderr).toContain('node n2: gemini is not on the PATH');
    expect(seen()).toEqual([]);
    expect(existsSync(join(cwd, '.attractor'))).toBe(false);
  });

  test('§36: a program that does not start is named, and wishes without an option are told', async () => {
    const broken = standIn('codex', { versionExit: 1 });
    const cwd = folder({ 'a.dot': chain('', 'prompt="a"') });
    expect((await attractor(['run', 'a.dot', '--backend', 'codex'], { cwd, env: broken.environment })).stderr).toContain('cannot be run');
    const works = standIn('gemini');
    works.plays([{ line: '{"type":"message","role":"assistant","content":"hi"}' }, { line: '{"type":"result","status":"success"}' }]);
    const noted = folder({ 'a.dot': chain('reasoning_effort=high', 'prompt="a", max_turns=3') });
    const run = await attractor(['run', 'a.dot', '--backend', 'gemini'], { cwd: noted, env: works.environment });
    expect(run.code, run.stderr).toBe(0);
    expect(run.stderr).toContain('gemini has no option for reasoning_effort (node n0)');
    expect(run.stderr).toContain('gemini has no option for max_turns; set timeout to bound its work (node n0)');
  });

  test('files.md 4: tool calls are events of the run; the cost is what the agent tells', async () => {
    const claude = standIn('claude');
    claude.plays([init(), toolUse('Write', { file_path: 'made.txt' }), toolResult(), result('done {"status": "success"}')]);
    const cwd = folder({ 'a.dot': chain('', 'prompt="a"') });
    const run = await attractor(['run', 'a.dot', '--quiet', '--backend', 'claude'], { cwd, env: claude.environment });
    expect(run.code, run.stderr).toBe(0);
    expect(lastLine(run)).toMatchObject({ status: 'success', cost_usd: 0.25, usage: { input_tokens: 10, output_tokens: 5 } });
    expect(readFileSync(join(String(lastLine(run)['run_dir']), 'events.jsonl'), 'utf8')).toMatch(
      /agent\.tool_call.*"tool":"Write".*made\.txt/,
    );
  });

  test('engine.md 4: a spent quota halts without a retry; a resume goes on in the session of the thread', async () => {
    const claude = standIn('claude');
    const spent = result('Credit balance is too low', { is_error: true, api_error_status: 400 });
    claude.plays([init('s-7'), result('one')], [init('s-7'), spent], [init('s-7'), result('two')]);
    const cwd = folder({ 'a.dot': chain('backend=claude', 'prompt="a", fidelity=full', 'prompt="b", fidelity=full, max_retries=3') });
    const halted = await attractor(['run', 'a.dot', '--quiet'], { cwd, env: claude.environment });
    expect(halted.code, halted.stderr).toBe(5);
    expect(lastLine(halted)).toMatchObject({
      status: 'halted',
      reason: expect.stringContaining('quota exhausted: claude: Credit balance'),
    });
    expect(claude.seen()).toHaveLength(2);
    const resumed = await attractor(['resume', 'latest', '--quiet'], { cwd, env: claude.environment });
    expect(resumed.code, resumed.stderr).toBe(0);
    expect(claude.seen().map(({ args }) => args[args.indexOf('--resume') + 1])).toEqual(['--print', 's-7', 's-7']);
  });

  test('engine.md 4: overload is repeated, a refused login is not', async () => {
    const claude = standIn('claude');
    const cwd = folder({ 'a.dot': chain('backend=claude, default_max_retries=2', 'prompt="a", retry_policy=standard') });
    claude.plays([init(), result('529 Overloaded', { is_error: true, api_error_status: 529 })], [init(), result('fine')]);
    expect((await attractor(['run', 'a.dot', '--quiet'], { cwd, env: claude.environment })).code).toBe(0);
    expect(claude.seen()).toHaveLength(2);
    claude.plays([init(), result('Not logged in · Please run /login', { is_error: true })]);
    const refused = await attractor(['run', 'a.dot', '--quiet'], { cwd, env: claude.environment });
    expect(refused.code).toBe(1);
    expect(lastLine(refused)['reason']).toContain('login refused: log in with `claude auth login`');
    expect(claude.seen()).toHaveLength(1);
  });

  test('engine.md 13: SIGINT ends the agent and its children', async () => {
    const mark = `sigint-${process.pid}`;
    const claude = standIn('claude');
    claude.plays([init(), { stubborn: mark, escape: true }, { sleep: 60_000 }]);
    const cwd = folder({ 'a.dot': chain('backend=claude', 'prompt="a"') });
    const run = await attractor(['run', 'a.dot', '--quiet'], {
      cwd,
      env: claude.environment,
      started: (child) => void until(() => processesWith(mark).length > 0, 60_000).then(() => child.kill('SIGINT')),
    });
    expect(run.code).toBe(130);
    expect(processesWith(mark)).toEqual([]);
    expect(processesWith(claude.folder)).toEqual([]);
  });

  test('files.md 5: doctor says which of them are there', async () => {
    const codex = standIn('codex', { version: 'codex-cli 1.2.3' });
    const path = [codex.folder, ...(process.env['PATH'] ?? '').split(':')].join(':');
    const seen = await attractor(['doctor', '--json'], { env: { PATH: path } });
    const findings = JSON.parse(seen.stdout) as { what: string; text: string }[];
    expect(findings.find(({ what }) => what === 'agents')?.text).toContain('codex 1.2.3');
  });
});
