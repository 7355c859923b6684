import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parkInterviewer } from '@attractor/handlers';
import { afterEach, describe, expect, test } from 'vitest';
import { place, removeFolders, resume, run } from '../support/pipeline-run.ts';

afterEach(removeFolders);

/** Makes a key with a blank value: a path that names it is known in the run only. */
const setX = `set [shape=parallelogram, parse_json=true, tool_command="echo '{\\"x\\": \\"\\"}'"]`;
const ends = 'start [shape=Mdiamond]; exit [shape=Msquare];';
const parent = (attributes: string, more = 'start -> sub -> exit'): string =>
  `digraph parent { goal="the goal"; ${ends} sub [shape=folder, ${attributes}]; ${more} }`;

describe('sub-pipeline', () => {
  test('engine.md 11: runs the child as a node, in its own directory, with its trace lines', async () => {
    const at = place({
      'main.dot': parent('dot_file="sub/child.dot"'),
      'sub/child.dot': `digraph child { ${ends} job; start -> job -> exit }`,
    });
    const ran = await run({ at });
    expect(ran.result).toMatchObject({ status: 'success' });
    expect(ran.trail).toEqual(['start', 'subgraph:sub/start', 'subgraph:sub/job', 'sub']);
    expect(JSON.parse(ran.file('children/sub/1/manifest.json'))).toMatchObject({
      goal: 'the goal',
      status: 'success',
      branch: 'subgraph:sub',
    });
    const subgraph = ran.events.filter((event) => event.type.startsWith('subgraph.'));
    expect(subgraph).toMatchObject([
      { type: 'subgraph.started', node: 'sub', cycle_index: 0, directory: join(ran.directory, 'children/sub/1') },
      { type: 'subgraph.completed', node: 'sub', cycle_index: 0, status: 'success' },
    ]);
    expect(ran.events.find((event) => event.type === 'node.started' && event.node === 'job')).toMatchObject({ branch: 'subgraph:sub' });
    expect(ran.events.map((event) => event.seq)).toEqual(ran.events.map((_, index) => index));
  });

  test('engine.md 11: the child gets a copy of the context and substituted seeds; only declared outputs come back, typed', async () => {
    const at = place({
      'main.dot': `digraph parent { params="topic=bees"; ${ends}
        first [shape=parallelogram, parse_json=true, tool_command="echo '{\\"known\\": {\\"deep\\": [1, 2]}}'"]
        sub [shape=folder, dot_file="child.dot", outputs="answer,tool.output,missing", "context.task"="write on $topic, costs $$5", "context.tool.output"="forged"]
        start -> first -> sub -> exit }`,
      'child.dot': `digraph child { params="task!,size=3"; goal="about $task"; ${ends}
        look [shape=parallelogram, parse_json=true, tool_command="echo '{\\"answer\\": {\\"n\\": 42}, \\"private\\": 1}'"]
        say [prompt="$task|$size|$known|$goal|$tool.exit_code"]
        start -> say -> look -> exit }`,
    });
    const ran = await run({ at });
    expect(ran.result.status).toBe('success');
    expect(ran.file('children/sub/1/say/prompt.md')).toMatch(
      /write on bees, costs \$5\|3\|\{"deep":\[1,2\]\}\|about write on bees, costs \$5\|\$tool\.exit_code$/,
    );
    expect(ran.context).toMatchObject({ answer: { n: 42 } });
    expect(ran.context).not.toHaveProperty('private');
    expect(ran.context['tool.output']).toContain('known');
    expect(ran.events.filter((event) => event.type === 'context.rejected').map((event) => event.keys)).toEqual([
      ['tool.output'],
      ['tool.output'],
    ]);
    expect(ran.events.find((event) => event.type === 'contract.violation' && event.node === 'sub')).toMatchObject({
      missing: ['tool.output', 'missing'],
    });
  });

  test('§25: status, label, notes, reason and explicitness come back; suggested ids and context updates do not', async () => {
    const at = place({
      'main.dot': `digraph parent { ${ends} sub [shape=folder, dot_file="child.dot"]; good; bad;
        start -> sub; sub -> good [label="ship it"]; sub -> bad [weight=9]; sub -> bad [condition="outcome=fail"]; good -> exit; bad -> exit }`,
      'child.dot': `digraph child { ${ends} judge; start -> judge -> exit }`,
    });
    const entry = { preferred_label: 'ship it', suggested_next_ids: ['bad'], context_updates: { leak: 1 }, notes: 'judged' };
    const ran = await run({ at, script: { 'sub/judge': [{ outcome: { status: 'success', ...entry } }] } });
    expect(ran.trail).toContain('good');
    expect(JSON.parse(ran.file('sub/status.json'))).toMatchObject({
      preferred_label: 'ship it',
      suggested_next_ids: [],
      notes: 'judged',
      is_explicit: true,
    });
    expect(ran.context).not.toHaveProperty('leak');
    rmSync(ran.directory, { recursive: true });
    const prose = await run({ at, script: { judge: [{ text: 'fine' }] } });
    expect(JSON.parse(prose.file('sub/status.json'))).toMatchObject({ outcome: 'success', is_explicit: false });
    rmSync(ran.directory, { recursive: true });
    const failed = await run({ at, script: { judge: [{ outcome: { status: 'fail', failure_reason: 'no good' } }] } });
    expect(failed.trail).toContain('bad');
    expect(failed.result.handled).toMatchObject([{ node: 'sub', by: 'edge' }]);
    expect(JSON.parse(failed.file('sub/status.json')).failure_reason).toContain('judge: no good');
  });

  test('§10: a path is read beside the graph that names it, at every depth, whatever the working directory', async () => {
    const at = place({
      'main.dot': parent('dot_file="a/child.dot"'),
      'a/child.dot': `digraph a { ${ends} inner [shape=folder, dot_file="b/grand.dot"]; start -> inner -> exit }`,
      'a/b/grand.dot': `digraph b { ${ends} leaf [shape=parallelogram, tool_command="pwd"]; start -> leaf -> exit }`,
      'elsewhere/keep': '',
    });
    const ran = await run({ at, workingDirectory: join(at.root, 'elsewhere') });
    expect(ran.trail).toContain('subgraph:sub>subgraph:inner/leaf');
    const leaf = 'children/sub/1/children/inner/1/leaf/output.txt';
    expect(ran.file(leaf).trim()).toBe(join(at.root, 'elsewhere'));
  });

  test('language.md 4: a dynamic path is substituted at run time', async () => {
    const child = (name: string) => `digraph ${name} { ${ends} ${name}; start -> ${name} -> exit }`;
    const at = place({
      'main.dot':
        `digraph parent { ${ends} pick [shape=parallelogram, tool_command="echo two"]; sub [shape=folder, dot_file="$tool.last_line.dot"]; start -> pick -> sub -> exit }`.replace(
          '$tool.last_line.dot',
          `\${tool.last_line}.dot`,
        ),
      'one.dot': child('one'),
      'two.dot': child('two'),
    });
    expect((await run({ at })).trail).toContain('subgraph:sub/two');
  });

  test('engine.md 11: a missing dynamic child ends the run, whatever routes, retries or policies there are', async () => {
    const files = {
      'main.dot': `digraph parent { retry_target=other; ${ends} other;
        sub [shape=folder, dot_file="\${where}.dot", retry_target=other, continue_on_fail=true, max_retries=3, retry_on="retry,fail"]
        start -> sub -> exit; sub -> other [condition="outcome=fail"]; sub -> other [condition="failure_class!=x"]; other -> exit }`,
    };
    const ran = await run({ at: place(files) });
    expect(ran.trail).toEqual(['start', 'sub']);
    expect(ran.result).toMatchObject({ status: 'fail', handled: [] });
    expect(ran.result.reason).toMatch(/^sub: the child pipeline of 'sub' is missing: .*\$\{where\}\.dot$/);
    const nested = await run({
      at: place({
        'main.dot': parent('dot_file="mid.dot"', 'other; start -> sub -> exit; sub -> other [condition="outcome=fail"]; other -> exit'),
        'mid.dot': files['main.dot'].replace('digraph parent', 'digraph mid'),
      }),
    });
    expect(nested.trail).toEqual(['start', 'subgraph:sub/start', 'subgraph:sub/sub', 'sub']);
    expect(nested.result.status).toBe('fail');
    const block = await run({
      at: place({
        'main.dot': `digraph parent { ${ends} fan [shape=component, join_policy=first_success]; ok; sub [shape=folder, dot_file="\${where}.dot"]; join [shape=tripleoctagon];
          start -> fan; fan -> sub -> join; fan -> ok -> join; join -> exit }`,
      }),
      script: { ok: [{ delay_ms: 300, text: 'x' }] },
    });
    expect(block.result.status).toBe('fail');
    expect(block.result.reason).toContain('is missing');
  });

  test('engine.md 11: when the missing child is there again, resume runs it', async () => {
    const at = place({ 'main.dot': parent('dot_file="${x}late.dot"', `${setX}; start -> set -> sub -> exit`) });
    expect((await run({ at })).result.status).toBe('fail');
    writeFileSync(join(at.root, 'late.dot'), `digraph late { ${ends} job; start -> job -> exit }`);
    const again = await resume({ at });
    expect(again.result.status).toBe('success');
  });

  test('engine.md 11: recursion through dynamic paths fails with the chain, static and dynamic alike', async () => {
    const at = place({
      'main.dot': parent(
        'dot_file="${other}a.dot"',
        'rescue; start -> set -> sub -> exit; set [shape=parallelogram, parse_json=true, tool_command="echo \'{\\"other\\": \\"\\"}\'"]; sub -> rescue [condition="outcome=fail"]; rescue -> exit',
      ),
      'a.dot': `digraph a { ${ends} s [shape=folder, dot_file="\${other}b.dot"]; start -> s -> exit }`,
      'b.dot': `digraph b { ${ends} s [shape=folder, dot_file="\${other}a.dot"]; start -> s -> exit }`,
    });
    const ran = await run({ at });
    expect(ran.trail).toContain('rescue');
    expect(JSON.parse(ran.file('sub/status.json')).failure_reason).toContain('dot_file_cycle: a.dot -> b.dot -> a.dot');
  });

  test('engine.md 11: children nest 16 deep, not deeper', async () => {
    const files: Record<string, string> = { 'main.dot': parent('dot_file="c1.dot"') };
    for (let n = 1; n <= 17; n++)
      files[`c${n}.dot`] =
        `digraph c${n} { ${ends} s [${n === 17 ? 'shape=box' : `shape=folder, dot_file="c${n + 1}.dot"`}]; start -> s -> exit }`;
    const ran = await run({ at: place(files) });
    expect(ran.result.status).toBe('fail');
    expect(ran.result.reason).toContain('nest deeper than 16');
    files['c16.dot'] = files['c17.dot']?.replace('c17', 'c16') ?? '';
    expect((await run({ at: place(files) })).result.status).toBe('success');
  });

  test('engine.md 11: a child that does not validate fails its node, naming file and place', async () => {
    const at = place({
      'main.dot': parent(
        'dot_file="${x}bad.dot"',
        `fix; ${setX}; start -> set -> sub -> exit; sub -> fix [condition="outcome=fail"]; fix -> exit`,
      ),
      'bad.dot': `digraph bad { ${ends} start -> exit; lost -> exit; start -> exit [condition="a = = b"] }`,
    });
    const ran = await run({ at });
    expect(ran.trail).toContain('fix');
    expect(JSON.parse(ran.file('sub/status.json')).failure_reason).toMatch(/bad\.dot:1:\d+: \w+: .*; /);
  });

  test("engine.md 5, 11: an unsatisfied gate of the child is the folder's, until the folder runs again and passes", async () => {
    const at = place({
      'main.dot': `digraph parent { ${ends} sub [shape=folder, dot_file="child.dot", continue_on_fail=true]; start -> sub -> exit }`,
      'child.dot': `digraph child { ${ends} gate [goal_gate=true]; start -> gate -> exit; gate -> exit [condition="outcome=fail"] }`,
    });
    const script = { gate: [{ outcome: { status: 'fail' } }, { outcome: { status: 'fail' } }, { outcome: { status: 'success' } }] };
    const stuck = await run({ at, script });
    expect(stuck.result.reason).toMatch(/goal gate unsatisfied: sub \(child gates: gate\)/);
    rmSync(stuck.directory, { recursive: true });
    writeFileSync(at.main, readFileSync(at.main, 'utf8').replace('continue_on_fail=true', 'continue_on_fail=true, retry_target=sub'));
    const ran = await run({ at, script });
    expect(ran.result.status).toBe('success');
    expect(ran.trail.filter((step) => step === 'sub')).toHaveLength(3);
    expect(existsSync(join(ran.directory, 'children/sub/3'))).toBe(true);
    const inBlock = place({
      'main.dot': `digraph parent { ${ends} fan [shape=component, retry_target=fan]; sub [shape=folder, dot_file="child.dot", continue_on_fail=true]; join [shape=tripleoctagon];
        start -> fan; fan -> sub -> join; join -> exit }`,
      'child.dot': `digraph child { ${ends} gate [goal_gate=true]; start -> gate -> exit; gate -> exit [condition="outcome=fail"] }`,
    });
    const block = await run({ at: inBlock, script });
    expect(block.result.reason).toMatch(/goal gate unsatisfied: sub/);
  });

  test('engine.md 11: the child inherits stylesheets, its own goes first', async () => {
    const at = place({
      'main.dot': `digraph parent { model_stylesheet="* { llm_model: outer; reasoning_effort: high }"; ${ends} sub [shape=folder, dot_file="child.dot"]; start -> sub -> exit }`,
      'child.dot': `digraph child { model_stylesheet="* { llm_model: inner }"; ${ends} g [shape=folder, dot_file="grand.dot"]; start -> g -> exit }`,
      'grand.dot': `digraph grand { ${ends} job; start -> job -> exit }`,
    });
    const ran = await run({ at });
    const grand = JSON.parse(ran.file('children/sub/1/children/g/1/graph.resolved.json')) as {
      nodes: { id: string; attributes: object }[];
    };
    expect(grand.nodes.find((node) => node.id === 'job')?.attributes).toMatchObject({ llm_model: 'inner', reasoning_effort: 'high' });
  });

  test('backends.md 1: a script speaks of nodes in children by folder, and its calls are counted over all visits', async () => {
    const at = place({
      'main.dot': `digraph parent { ${ends} sub [shape=folder, dot_file="child.dot"]; job [prompt="x"]; again [shape=diamond];
        start -> sub -> job -> again; again -> sub [condition="context.n!=3"]; again -> exit [condition="context.n=3"] }`,
      'child.dot': `digraph child { ${ends} job; start -> job -> exit }`,
    });
    const ran = await run({
      at,
      script: {
        job: [1, 2, 3].map((n) => ({ outcome: { status: 'success', context_updates: { n } } })),
        'sub/job': ['a', 'b', 'c'].map((text) => ({ text })),
      },
    });
    expect(ran.result.status).toBe('success');
    expect(['1', '2', '3'].map((n) => ran.file(`children/sub/${n}/job/response.md`))).toEqual(['a', 'b', 'c']);
    expect(ran.events.filter((event) => event.type === 'subgraph.started').map((event) => event.cycle_index)).toEqual([0, 1, 2]);
  });

  test('files.md 5: a dry run runs children dry', async () => {
    const at = place({
      'main.dot': parent('dot_file="child.dot", outputs="never"'),
      'child.dot': `digraph child { ${ends} job [goal_gate=true]; tool [shape=parallelogram, tool_command="touch written"]; ask [shape=hexagon]; start -> job -> tool -> ask -> exit }`,
    });
    const ran = await run({ at, mode: 'dry-run' });
    expect(ran.result.status).toBe('success');
    expect(existsSync(join(at.root, 'written'))).toBe(false);
  });

  test('engine.md 9, 11: gates of children ask through the same channel; a parked child parks its parents, and resume goes on inside', async () => {
    const at = place({
      'main.dot': parent('dot_file="child.dot"'),
      'child.dot': `digraph child { ${ends} before; g [shape=folder, dot_file="grand.dot"]; start -> before -> g -> exit }`,
      'grand.dot': `digraph grand { ${ends} ask [shape=hexagon, label="Go?"]; yes; no; start -> ask; ask -> yes [label="[Y] Yes"]; ask -> no [label="[N] No"]; yes -> exit; no -> exit }`,
    });
    const parked = await run({ at, services: { interviewer: parkInterviewer() } });
    expect(parked.result).toMatchObject({ status: 'parked', questions: ['sub.g.ask'] });
    expect(JSON.parse(parked.file('children/sub/1/manifest.json'))).toMatchObject({ status: 'parked' });
    expect(existsSync(join(parked.directory, 'questions/sub.g.ask/question.json'))).toBe(true);
    const ran = await resume({ at });
    expect(ran.result.status).toBe('success');
    expect(ran.trail.filter((step) => step.endsWith('/before'))).toHaveLength(1);
    expect(ran.trail).toContain('subgraph:sub>subgraph:g/yes');
    expect(existsSync(join(parked.directory, 'children/sub/2'))).toBe(false);
  });

  test('engine.md 14: a child that had begun goes on with the graph it began with, also when its dynamic file is gone', async () => {
    const at = place({
      'main.dot': parent('dot_file="${x}child.dot"', `${setX}; start -> set -> sub -> exit`),
      'child.dot': `digraph child { ${ends} ask [shape=hexagon]; after; start -> ask; ask -> after; after -> exit }`,
    });
    expect((await run({ at, services: { interviewer: parkInterviewer() } })).result.status).toBe('parked');
    rmSync(join(at.root, 'child.dot'));
    const ran = await resume({ at });
    expect(ran.result).toMatchObject({ status: 'success' });
    expect(ran.trail).toContain('subgraph:sub/after');
  });

  test('engine.md 11: a budget is shared; a child that uses it up halts the run, and more money goes on inside it', async () => {
    const at = place({
      'main.dot': parent('dot_file="child.dot"', 'start -> first -> sub -> exit'),
      'child.dot': `digraph child { ${ends} a; b; c; start -> a -> b -> c -> exit }`,
    });
    const script = {
      first: [{ text: 'x', cost_usd: 0.4 }],
      a: [{ text: 'x', cost_usd: 0.5 }],
      b: [{ text: 'x', cost_usd: 0.2 }],
      c: [{ text: 'x', cost_usd: 0.2 }],
    };
    const halted = await run({ at, script, limits: { budgetUsd: 1 } });
    expect(halted.result).toMatchObject({ status: 'halted' });
    expect(halted.trail).toEqual(['start', 'first', 'subgraph:sub/start', 'subgraph:sub/a', 'subgraph:sub/b']);
    const ran = await resume({ at, script, limits: { budgetUsd: 5 } });
    expect(ran.result.status).toBe('success');
    expect(ran.trail.slice(5)).toEqual(['subgraph:sub/c', 'sub']);
    expect(ran.result.usage.costUsd).toBeCloseTo(1.3);
  });

  test('engine.md 3.1, 4, 11: deadlines and time-outs reach into children', async () => {
    const files = {
      'main.dot': parent('dot_file="child.dot"'),
      'child.dot': `digraph child { ${ends} slow [shape=parallelogram, tool_command="sleep 30"]; start -> slow -> exit }`,
    };
    const late = await run({ at: place(files), limits: { timeoutMs: 400 } });
    expect(late.result).toMatchObject({ status: 'fail' });
    expect(late.result.reason).toMatch(/^max_pipeline_duration_exceeded/);
    const timed = await run({ at: place({ ...files, 'main.dot': parent('dot_file="child.dot", timeout="300ms"') }) });
    expect(timed.result.reason).toMatch(/^sub: timeout/);
    const abort = new AbortController();
    setTimeout(() => abort.abort('SIGINT'), 300);
    const at = place(files);
    const cancelled = await run({ at, signal: abort.signal });
    expect(cancelled.result.status).toBe('cancelled');
  });

  test('files.md 1: secrets of the root are masked in what children write, seeds included', async () => {
    const at = place({
      'main.dot': `digraph parent { params="token"; secret_params="token"; ${ends} sub [shape=folder, dot_file="child.dot", "context.copy"="key $token"]; start -> sub -> exit }`,
      'child.dot': `digraph child { ${ends} use [shape=parallelogram, tool_command="test \${#token} = 12"]; say [prompt="$token and $copy"]; start -> use -> say -> exit }`,
    });
    const ran = await run({ at, parameters: new Map([['token', 's3cr3t-value']]) });
    expect(ran.result.status).toBe('success');
    const { execFileSync } = await import('node:child_process');
    expect(execFileSync('bash', ['-c', `grep -rl s3cr3t-value '${ran.directory}' || true`], { encoding: 'utf8' })).toBe('');
  });
});
