import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { attractor, folder, lastLine, until } from '../attractor.ts';

const simple = `digraph demo {
  start [shape=Mdiamond]
  exit [shape=Msquare]
  hello [shape=parallelogram, tool_command="echo hello $name"]
  start -> hello -> exit
}
`;

const model = `digraph demo {
  start [shape=Mdiamond]
  exit [shape=Msquare]
  plan [prompt="Plan it"]
  start -> plan -> exit
}
`;

const failing = `digraph demo {
  start [shape=Mdiamond]
  exit [shape=Msquare]
  test [shape=parallelogram, tool_command="printf 'bad \\\\033[31mred\\\\n' >&2; exit 3"]
  start -> test -> exit
}
`;

const slow = `digraph slow {
  start [shape=Mdiamond]
  exit [shape=Msquare]
  first [shape=parallelogram, tool_command="echo 1 >> count"]
  wait [shape=parallelogram, tool_command="touch waiting; sleep 30"]
  start -> first -> wait -> exit
}
`;

describe('files.md 5: results and exit codes of run', () => {
  test('files.md 5: success is 0; the last line of stdout is one JSON object', async () => {
    const cwd = realpathSync(folder({ 'a.dot': simple }));
    const finished = await attractor(['run', 'a.dot', '--param', 'name=world'], { cwd });
    expect(finished.code).toBe(0);
    const line = lastLine(finished);
    expect(Object.keys(line)).toEqual(['status', 'reason', 'notes', 'run_dir', 'nodes', 'duration_ms', 'usage', 'cost_usd']);
    expect(line).toMatchObject({ status: 'success', reason: '', nodes: ['start', 'hello'] });
    expect(readFileSync(join(String(line['run_dir']), 'hello', 'output.txt'), 'utf8')).toBe('hello world\n');
    expect(join(String(line['run_dir']), '..')).toBe(join(cwd, '.attractor', 'runs'));
    expect(finished.stderr).toMatch(/success {2}hello {2}\d+\.\ds\n/);
    expect(finished.stderr).toMatch(/\n✓ success {2}demo {2}2 nodes · \d+\.\ds\n {2}run {5}\.attractor\/runs\/\S+\n$/);
    expect(finished.stderr).not.toContain('\u001b');
  });

  test('files.md 5: --quiet is silent on stderr, --json prints events and nothing else', async () => {
    const cwd = folder({ 'a.dot': simple });
    const { code, stdout, stderr } = await attractor(['run', '-', '--json', '--quiet'], { cwd, stdin: simple });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; seq: number });
    expect(events.at(-1)?.type).toBe('pipeline.completed');
    expect(events.map((event) => event.type)).toContain('node.completed');
    expect(events.map((event) => event.seq)).toEqual(events.map((_, i) => (events[0]?.seq ?? 0) + i));
  });

  test('files.md 5: fail is 1, with the reason, what to do next and the run directory; control characters stay out', async () => {
    const cwd = folder({ 'a.dot': failing });
    const finished = await attractor(['run', 'a.dot'], { cwd });
    expect(finished.code).toBe(1);
    expect(lastLine(finished)).toMatchObject({ status: 'fail' });
    const run = readdirSync(join(cwd, '.attractor', 'runs'))[0];
    expect(finished.stderr).toMatch(/\n✗ fail {2}demo {2}/);
    expect(finished.stderr).toContain('exit code 3: bad red');
    expect(finished.stderr).toContain(`\n  next    attractor explain ${run} test\n          attractor resume ${run}\n`);
    expect(`${finished.stderr}${finished.stdout}`).not.toContain('\u001b');
  });

  test('files.md 5: --logs-root is the run directory itself and is not used twice', async () => {
    const cwd = folder({ 'a.dot': simple });
    expect((await attractor(['run', 'a.dot', '--logs-root', 'out', '--quiet'], { cwd })).code).toBe(0);
    expect(existsSync(join(cwd, 'out', 'manifest.json'))).toBe(true);
    const again = await attractor(['run', 'a.dot', '--logs-root', 'out', '--quiet'], { cwd });
    expect(again.code).toBe(2);
    expect(lastLine(again)).toMatchObject({ status: 'refused' });
    expect(again.stderr).toContain('already holds a run');
  });

  test('files.md 5: --cwd is the folder that nodes work in', async () => {
    const cwd = folder({ 'a.dot': simple.replace('echo hello $name', 'pwd > here.txt'), 'work/x.txt': '' });
    expect((await attractor(['run', 'a.dot', '--cwd', 'work', '--quiet'], { cwd })).code).toBe(0);
    expect(existsSync(join(cwd, 'work', 'here.txt'))).toBe(true);
  });

  test('files.md 5: parameters come as text, as a file, and with a literal @', async () => {
    const cwd = folder({ 'a.dot': simple, 'name.txt': 'from a file' });
    for (const [given, read] of [
      ['name=@name.txt', 'from a file'],
      ['name=@@x', '@x'],
      ['name=a=b', 'a=b'],
    ] as const) {
      const finished = await attractor(['run', 'a.dot', '--quiet', '--param', given], { cwd });
      expect(readFileSync(join(String(lastLine(finished)['run_dir']), 'hello', 'output.txt'), 'utf8')).toBe(`hello ${read}\n`);
    }
    const missing = await attractor(['run', 'a.dot', '--param', 'name=@none.txt'], { cwd });
    expect(missing).toMatchObject({ code: 2 });
    expect(missing.stderr).toContain('none.txt: there is no such file. For a value that begins with @ write @@.');
  });
});

describe('files.md 5: everything found before the first node is refused with 2', () => {
  test('files.md 5: a syntax error shows file, line, column, the source line and a caret', async () => {
    const cwd = folder({ 'a.dot': 'digraph demo {\n  start [shape=Mdiamond\n  exit -- start\n}\n' });
    const finished = await attractor(['run', 'a.dot'], { cwd });
    expect(finished.code).toBe(2);
    expect(finished.stderr).toMatch(/^a\.dot:\d+:\d+: error: .+\n.+\n *\^~*$/m);
    expect(lastLine(finished)).toMatchObject({ status: 'refused', reason: expect.stringMatching(/^a\.dot:\d+:\d+: /) });
    expect(existsSync(join(cwd, '.attractor'))).toBe(false);
  });

  test('language.md 2: a required parameter that is missing is named', async () => {
    const cwd = folder({ 'a.dot': simple.replace('digraph demo {', 'digraph demo {\n  params="name!"') });
    const finished = await attractor(['run', 'a.dot'], { cwd });
    expect(finished.code).toBe(2);
    expect(finished.stderr).toContain('the parameter `name` is required; give it by --param name=VALUE');
  });

  test('backends.md 1: a graph with model nodes and nobody to answer is refused with the three ways out', async () => {
    const cwd = folder({ 'a.dot': model });
    const finished = await attractor(['run', 'a.dot'], { cwd });
    expect(finished.code).toBe(2);
    expect(finished.stderr).toContain(
      'error: no model can answer for node plan. Three ways out:\n  a key           set one of ANTHROPIC_API_KEY, OPENAI_API_KEY, GEMINI_API_KEY\n  --simulate ',
    );
    expect(finished.stderr).toContain('\n  --script FILE ');
    expect(existsSync(join(cwd, '.attractor'))).toBe(false);
  });

  test('§36: all failures of the preflight stand in one message; the root graph and known children are checked', async () => {
    const nodes =
      '  a [prompt=x, backend=llm, llm_provider=openai]\n  b [prompt=x, backend=replay]\n  c [prompt=x, backend=simulate]\n  d [prompt=x, llm_provider=acme]\n  start -> a -> b -> c -> d -> exit\n';
    const cwd = folder({ 'a.dot': `digraph d {\n  start [shape=Mdiamond]\n  exit [shape=Msquare]\n${nodes}}\n` });
    const finished = await attractor(['run', 'a.dot'], { cwd });
    expect(finished.code).toBe(2);
    expect(finished.stderr).toContain(
      [
        'error: preflight: 3 of 4 model nodes cannot run:',
        '  node a: provider openai: no key for OpenAI: set OPENAI_API_KEY (backend llm)',
        '  node b: there is no backend `replay`; backends: simulate, llm, agent, claude, codex, gemini',
        '  node d: unknown provider `acme`; providers: anthropic, openai, gemini, openai-compatible (backend agent)',
        '',
      ].join('\n'),
    );
  });

  test('files.md 5: a backend that does not exist', async () => {
    const finished = await attractor(['run', 'a.dot', '--backend', 'simulat'], { cwd: folder({ 'a.dot': model }) });
    expect(finished).toMatchObject({
      code: 2,
      stderr:
        'error: --backend: there is no backend `simulat`; did you mean simulate? Backends: simulate, llm, agent, claude, codex, gemini.\n',
    });
  });

  test('files.md 5: unreadable files', async () => {
    const cwd = folder({ 'sub/a.dot': model });
    expect((await attractor(['run', 'none.dot'], { cwd })).stderr).toBe('error: cannot read none.dot: there is no such file\n');
    expect((await attractor(['run', 'sub'], { cwd })).stderr).toBe('error: sub is a folder; name a .dot file in it\n');
  });

  test('backends.md 1: a broken script is refused with file, line and column', async () => {
    const cwd = folder({ 'a.dot': model, 's.json': '{"nodes": {"plan": [{"txt": "x"}]}}' });
    const finished = await attractor(['run', 'a.dot', '--script', 's.json'], { cwd });
    expect(finished.code).toBe(2);
    expect(finished.stderr).toContain("s.json:1:22: unknown field 'txt'");
  });
});

describe('backends.md 1: choosing simulate', () => {
  test('backends.md 1: --simulate answers, --script says what', async () => {
    const cwd = folder({ 'a.dot': model, 's.json': '{"nodes": {"plan": [{"text": "scripted"}]}}' });
    for (const [flags, text] of [
      [['--simulate'], '[Simulated] Response for stage: plan'],
      [['--script', 's.json'], 'scripted'],
      [['--backend', 'simulate'], '[Simulated] Response for stage: plan'],
    ] as const) {
      const finished = await attractor(['run', 'a.dot', '--quiet', ...flags], { cwd });
      expect(finished.code).toBe(0);
      expect(readFileSync(join(String(lastLine(finished)['run_dir']), 'plan', 'response.md'), 'utf8').trim()).toBe(text);
    }
  });

  test('backends.md 1: graph attribute script chooses simulate, its path is beside the graph', async () => {
    const cwd = folder({
      'p/a.dot': model.replace('digraph demo {', 'digraph demo {\n  script="s.json"'),
      'p/s.json': '{"default": {"text": "by default"}}',
    });
    const finished = await attractor(['run', 'p/a.dot', '--quiet'], { cwd });
    expect(finished.code).toBe(0);
    expect(readFileSync(join(String(lastLine(finished)['run_dir']), 'plan', 'response.md'), 'utf8').trim()).toBe('by default');
  });

  test('files.md 5: a dry run starts no command', async () => {
    const cwd = folder({ 'a.dot': simple.replace('echo hello $name', 'touch proof') });
    expect((await attractor(['run', 'a.dot', '--dry-run', '--quiet'], { cwd })).code).toBe(0);
    expect(existsSync(join(cwd, 'proof'))).toBe(false);
  });
});

describe('engine.md 13: signals', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('engine.md 13: %s ends the run cancelled with %i; resume goes on and runs nothing twice', async (signal, exitCode) => {
    const cwd = folder({ 'a.dot': slow });
    const finished = await attractor(['run', 'a.dot'], {
      cwd,
      started: (child) => void until(() => existsSync(join(cwd, 'waiting'))).then(() => child.kill(signal)),
    });
    expect(finished.code).toBe(exitCode);
    expect(lastLine(finished)).toMatchObject({ status: 'cancelled', reason: `interrupted by ${signal}` });
    expect(finished.stderr).toContain(`${signal}: stopping; the run can be resumed`);
    const status = await attractor(['status', '--json'], { cwd });
    expect(JSON.parse(status.stdout)).toMatchObject({ status: 'cancelled', next: [expect.stringMatching(/^attractor resume /)] });

    writeFileSync(join(cwd, 'a.dot'), slow.replace('sleep 30', 'true'));
    const resumed = await attractor(['resume', 'latest', '--quiet', '--accept-graph'], { cwd });
    expect(resumed.code).toBe(0);
    expect(readFileSync(join(cwd, 'count'), 'utf8')).toBe('1\n');
  });
});

describe('engine.md 14: resume', () => {
  test('engine.md 14: a changed graph is refused, --accept-graph goes on with the file, --stored-graph with the copy', async () => {
    const cwd = folder({ 'a.dot': slow.replace('sleep 30', 'test -f go') });
    expect((await attractor(['run', 'a.dot', '--quiet'], { cwd })).code).toBe(1);
    writeFileSync(join(cwd, 'a.dot'), slow.replace('touch waiting; sleep 30', 'echo changed'));
    const refused = await attractor(['resume', 'latest', '--quiet'], { cwd });
    expect(refused.code).toBe(2);
    expect(lastLine(refused)).toMatchObject({ status: 'refused', reason: expect.stringContaining('graph_changed') });
    expect((await attractor(['resume', 'latest', '--quiet', '--stored-graph'], { cwd })).code).toBe(1);
    const accepted = await attractor(['resume', 'latest', '--quiet', '--accept-graph'], { cwd });
    expect(accepted.code).toBe(0);
    expect(readFileSync(join(cwd, 'count'), 'utf8')).toBe('1\n');
    const again = await attractor(['resume', 'latest', '--quiet', '--accept-graph'], { cwd });
    expect({ code: again.code, status: lastLine(again)['status'] }).toEqual({ code: 0, status: 'success' });
  });

  test('engine.md 14: a run from stdin goes on with its stored graph', async () => {
    const cwd = folder();
    const text = slow.replace('sleep 30', 'test -f go');
    expect((await attractor(['run', '-', '--quiet'], { cwd, stdin: text })).code).toBe(1);
    writeFileSync(join(cwd, 'go'), '');
    const resumed = await attractor(['resume', 'latest', '--quiet'], { cwd });
    expect(resumed.code).toBe(0);
    expect(readFileSync(join(cwd, 'count'), 'utf8')).toBe('1\n');
  });

  test('files.md 5: what is no run is said, with what is there', async () => {
    const cwd = folder();
    const finished = await attractor(['resume', 'latest'], { cwd });
    expect(finished.code).toBe(2);
    expect(finished.stderr).toMatch(/^error: there is no run in .*\.attractor\/runs: start one with `attractor run`\n$/);
    expect(lastLine(finished)).toMatchObject({ status: 'refused' });
  });
});

test('files.md 5: a reader that goes away is no error, and the run goes on', async () => {
  const cwd = folder({ 'a.dot': simple });
  const finished = await attractor(['run', 'a.dot', '--json', '--quiet'], { cwd, started: (child) => child.stdout?.destroy() });
  expect({ code: finished.code, stderr: finished.stderr }).toEqual({ code: 0, stderr: '' });
});
