import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ModelServer, startModelServer } from '../../../agent/test/support/model-server.ts';
import { chooseBackend } from '../../src/run/choose-backend.ts';
import type { Replay } from '../../src/run/recordings.ts';
import { attractor, type Finished, folder, lastLine } from '../attractor.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

/** An agent writes, a command tests, the agent repairs: the route depends on what the tools really did. */
const build = (task: string): string => `digraph build {
  goal="A program that adds numbers"
  start [shape=Mdiamond]
  exit [shape=Msquare]
  write [prompt="${task}", must_write="add.sh"]
  check [shape=parallelogram, goal_gate=true, retry_target=repair, tool_command="test \\"$(sh add.sh 2 3)\\" = 5 || { sh add.sh 2 3; exit 1; }"]
  repair [prompt="The check failed: $check.output Repair add.sh.", max_visits=3]
  start -> write -> check
  check -> exit [condition="outcome=success"]
  check -> repair [condition="outcome=fail"]
  repair -> check
}
`;
const task = 'Write add.sh, which prints the sum of its two arguments';

function sayBuild(cwd: string): void {
  server.say(
    { text: 'I write it.', calls: [['write_file', { file_path: join(cwd, 'add.sh'), content: 'echo $(($1 - $2))\n' }]] },
    { calls: [['shell', { command: 'pwd; date +%Y-%m-%dT%H:%M:%S' }]] },
    { calls: [['report_outcome', { status: 'success', notes: 'written' }]] },
    { calls: [['edit_file', { file_path: 'add.sh', old_string: '$1 - $2', new_string: '$1 + $2' }]] },
    { text: 'It printed 42.', calls: [['report_outcome', { status: 'success', notes: 'repaired' }]] },
  );
}

const nodesOf = (finished: Finished): unknown => lastLine(finished)['nodes'];
const recordingOf = (finished: Finished): string => join(String(lastLine(finished)['run_dir']), 'recordings', 'calls.jsonl');

describe('backends.md 1: --record and --replay', () => {
  test('backends.md 1: a replay needs no server and no key, takes the same route, and makes the files again elsewhere', async () => {
    const cwd = realpathSync(folder({ 'build.dot': build(task) }));
    sayBuild(cwd);
    const recorded = await attractor(['run', 'build.dot', '--record'], { cwd, env: server.environment() });
    expect(recorded.code, recorded.stderr).toBe(0);
    const calls = server.bodies.length;
    // Another folder, another day, no key: only the recording goes along.
    const elsewhere = realpathSync(folder({ 'build.dot': build(task) }));
    mkdirSync(join(elsewhere, 'fixture', 'recordings'), { recursive: true });
    cpSync(recordingOf(recorded), join(elsewhere, 'fixture', 'recordings', 'calls.jsonl'));
    rmSync(cwd, { recursive: true });
    const replayed = await attractor(['run', 'build.dot', '--replay', 'fixture'], { cwd: elsewhere });
    expect(replayed.code, replayed.stderr).toBe(0);
    expect(nodesOf(replayed)).toEqual(['start', 'write', 'check', 'repair', 'check']);
    expect(nodesOf(replayed)).toEqual(nodesOf(recorded));
    expect(lastLine(replayed)['usage']).toEqual(lastLine(recorded)['usage']);
    expect(lastLine(replayed)['cost_usd']).toEqual(lastLine(recorded)['cost_usd']);
    expect(readFileSync(join(elsewhere, 'add.sh'), 'utf8')).toBe('echo $(($1 + $2))\n');
    expect(replayed.stderr).toContain('replayed models');
    expect(server.bodies).toHaveLength(calls);
    const response = readFileSync(join(String(lastLine(replayed)['run_dir']), 'repair', 'response.md'), 'utf8');
    expect(response.trim()).toBe('It printed 42.');
    // A prompt that differs ends the run with a diff; neither retries nor the failure's edge are taken.
    rmSync(join(elsewhere, 'add.sh'));
    const changed = build(task.replace('sum', 'product')).replace('write [', 'write [max_retries=3, ');
    writeFileSync(
      join(elsewhere, 'build.dot'),
      changed.replace('start -> write -> check', 'start -> write -> check\n write -> repair [condition="outcome=fail"]'),
    );
    const differs = await attractor(['run', 'build.dot', '--replay', 'fixture', '--quiet'], { cwd: elsewhere });
    expect(differs.code).toBe(1);
    const line = lastLine(differs);
    expect(line).toMatchObject({ status: 'fail', nodes: ['start', 'write'] });
    for (const text of [String(line['reason']), differs.stderr]) {
      expect(text).toContain("replay: call 1 of node 'write', model call 1: what is asked differs from the recording");
      expect(text).toMatch(/^-Write add\.sh, which prints the sum of its two arguments$/m);
      expect(text).toMatch(/^\+Write add\.sh, which prints the product of its two arguments$/m);
    }
    expect(existsSync(join(elsewhere, 'add.sh'))).toBe(false);
  }, 60_000);

  test('backends.md 1: branches and children replay whatever the order, errors and retries included', async () => {
    const graph = `digraph g {
      default_max_retries=1
      start [shape=Mdiamond]
      exit [shape=Msquare]
      fork [shape=component]
      a [prompt="Prompt A", backend=llm]
      b [prompt="Prompt B", backend=llm]
      sub [shape=folder, dot_file="sub.dot"]
      join [shape=tripleoctagon]
      start -> fork
      fork -> a -> join
      fork -> b -> join
      fork -> sub -> join
      join -> exit
    }
    `;
    const sub =
      'digraph sub { start [shape=Mdiamond] exit [shape=Msquare] a [prompt="Prompt of the child", backend=llm] start -> a -> exit }';
    const cwd = realpathSync(folder({ 'g.dot': graph, 'sub.dot': sub }));
    // One at a time, so that the server's answers find their askers; the first call of a is refused once, for good.
    const sequential = join(cwd, 'one.dot');
    writeFileSync(sequential, graph.replace('fork [shape=component]', 'fork [shape=component, max_parallel=1]'));
    server.say(
      { error: 'overloaded' },
      { error: 'overloaded' },
      { error: 'overloaded' },
      { text: 'answer A' },
      { text: 'answer B' },
      { text: 'answer of the child' },
    );
    const recorded = await attractor(['run', 'one.dot', '--record', '--quiet'], { cwd, env: server.environment() });
    expect(recorded.code, recorded.stderr).toBe(0);
    // Now all at once.
    const replayed = await attractor(['run', 'g.dot', '--replay', 'latest', '--quiet'], { cwd });
    expect(replayed.code, replayed.stderr).toBe(0);
    const run = String(lastLine(replayed)['run_dir']);
    const answers = readdirSync(join(run, 'branches', 'fork')).flatMap((branch) =>
      readdirSync(join(run, 'branches', 'fork', branch), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('response.md'))
        .map((name) => `${branch}: ${readFileSync(join(run, 'branches', 'fork', branch, name), 'utf8').trim()}`),
    );
    expect(answers.sort()).toEqual(['0-a: answer A', '1-b: answer B', '2-sub: answer of the child']);
    const status = JSON.parse(readFileSync(join(run, 'branches', 'fork', '0-a', 'a', 'status.json'), 'utf8')) as { attempt_count: number };
    expect(status.attempt_count).toBe(2);
  }, 60_000);

  test('backends.md 1: killed while it is recorded, killed while it is replayed: resumed, both go on as if nothing had happened', async () => {
    const nodes = `one [prompt="First"]
      crash [shape=parallelogram, tool_command="test -e survived || { touch survived; kill -9 $PPID; sleep 5; }"]
      work [prompt="Second"]`;
    const cwd = realpathSync(folder({ 'a.dot': one(nodes, 'start -> one -> crash -> work -> exit'), survived: '' }));
    server.say({ text: 'first' }, { calls: [['shell', { command: 'kill -9 $PPID; sleep 5' }]] });
    const env = server.environment();
    expect((await attractor(['run', 'a.dot', '--record', '--quiet'], { cwd, env })).code).toBeNull();
    server.say({ text: 'after the crash' });
    const recorded = await attractor(['resume', 'latest', '--quiet'], { cwd, env });
    expect(recorded.code, recorded.stderr).toBe(0);
    rmSync(join(cwd, 'survived'));
    expect((await attractor(['run', 'a.dot', '--replay', 'latest', '--quiet'], { cwd })).code).toBeNull();
    const resumed = await attractor(['resume', 'latest', '--quiet'], { cwd });
    expect(resumed.code, resumed.stderr).toBe(0);
    expect(nodesOf(resumed)).toEqual(['start', 'one', 'crash', 'work']);
    expect(readFileSync(join(String(lastLine(resumed)['run_dir']), 'work', 'response.md'), 'utf8').trim()).toBe('after the crash');
  }, 60_000);

  test('backends.md 1: what cannot be replayed is refused before the first node', async () => {
    const cwd = realpathSync(folder({ 'a.dot': one('work [prompt="Work"]') }));
    const plain = await attractor(['run', 'a.dot', '--simulate', '--quiet'], { cwd });
    expect(plain.code).toBe(0);
    for (const [args, reason] of [
      [['latest'], 'was recorded; record one with `attractor run FILE --record`'],
      [[String(lastLine(plain)['run_dir'])], 'holds no recording'],
      [['nothing-there'], 'no run `nothing-there`'],
    ] as const) {
      const refused = await attractor(['run', 'a.dot', '--quiet', '--replay', ...args], { cwd });
      expect([refused.code, String(lastLine(refused)['reason'])]).toEqual([2, expect.stringContaining(reason)]);
    }
  }, 60_000);

  test.each([{ simulate: true }, { dryRun: true }, { record: true }, { backend: 'llm' }])(
    'backends.md 1: --replay excludes %o',
    (other) => {
      const replay = { directory: '', recording: {}, findings: [] } as unknown as Replay;
      const none = {
        simulate: false,
        dryRun: false,
        backend: undefined,
        script: undefined,
        graphScript: undefined,
        known: ['llm', 'simulate'],
      };
      expect(() => chooseBackend({ ...none, replay, ...other })).toThrow(
        /leave one of --replay and --(simulate|dry-run|record|backend) out/,
      );
      expect(chooseBackend({ ...none, replay })).toMatchObject({ mode: 'off', services: { default: 'replay', forced: 'replay' } });
    },
  );
});

function one(nodes: string, edges = 'start -> work -> exit', graph = ''): string {
  return `digraph one {\n  ${graph}\n  start [shape=Mdiamond]\n  exit [shape=Msquare]\n  ${nodes}\n  ${edges}\n}\n`;
}
