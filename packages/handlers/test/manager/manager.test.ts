import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { simulatedClock } from '@attractor/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { addSteering, parkInterviewer, pendingSteering, steeringQueue } from '../../src/index.ts';
import { deliverSteering } from '../../src/steering/deliver.ts';
import { place, removeFolders, resume, run } from '../support/pipeline-run.ts';

afterEach(removeFolders);

const ends = 'start [shape=Mdiamond]; exit [shape=Msquare];';
const child = `digraph child { ${ends} job [prompt="$manager_steering"]; start -> job -> exit }`;
const parent = (attributes: string, more = 'start -> boss -> exit'): string =>
  `digraph parent { goal="the goal"; ${ends} boss [shape=house, "stack.child_dotfile"="child.dot", ${attributes}]; ${more} }`;
const says = (status: string, more: object = {}): object => ({ outcome: { status, ...more } });
const prompt = (at: { file(name: string): string }, n: number): string => at.file(`children/boss/${n}/job/prompt.md`);

describe('manager loop', () => {
  test('engine.md 11: cycles end when the child passed; branch strings and cycle_index as §30', async () => {
    const at = place({ 'main.dot': parent('label="Boss"'), 'child.dot': child });
    const ran = await run({
      at,
      script: { job: [says('fail'), says('fail'), says('success', { preferred_label: 'ok', notes: 'at last' })] },
    });
    expect(ran.result).toMatchObject({ status: 'success', notes: 'at last' });
    expect(ran.trail).toEqual(['start', ...[1, 2, 3].flatMap((n) => [`cycle:boss:${n}/start`, `cycle:boss:${n}/job`]), 'boss']);
    expect(ran.context).toMatchObject({
      'manager.cycles': 3,
      'manager.last_child_status': 'success',
      'stack.child.status': 'completed',
      'stack.child.outcome': 'success',
      'stack.child.stage': 'job',
      'stack.child.visits': 2,
      'stack.child.retries': 0,
    });
    expect(ran.events.filter((event) => event.type === 'subgraph.completed')).toMatchObject([
      { cycle_index: 0, status: 'fail' },
      { cycle_index: 1, status: 'fail' },
      { cycle_index: 2, status: 'success' },
    ]);
    expect(JSON.parse(ran.file('boss/status.json'))).toMatchObject({ preferred_label: 'ok', is_explicit: true });
  });

  test('§25: a pass that nobody asserted stays so', async () => {
    const at = place({ 'main.dot': parent('goal_gate=true'), 'child.dot': child });
    const ran = await run({ at, script: { job: [{ text: 'done' }] } });
    expect(ran.result.reason).toContain('boss (success, but nobody asserted it)');
  });

  test('engine.md 11: the stop condition sees the outcome, the context and the counts of the child', async () => {
    const condition = `outcome=fail && context.score>2 && context.stack.child.visits=2 && manager.cycles=2`;
    const at = place({
      'main.dot': parent(
        `outputs="score", "manager.stop_condition"="${condition}"`,
        'good; start -> boss -> exit; boss -> good [condition="outcome=fail"]; good -> exit',
      ),
      'child.dot': child,
    });
    const ran = await run({
      at,
      script: {
        job: [says('success', { context_updates: { score: 1 } }), says('fail', { context_updates: { score: 3 }, failure_reason: 'hard' })],
      },
    });
    expect(ran.trail).toContain('good');
    expect(ran.context).toMatchObject({
      score: 3,
      'manager.cycles': 2,
      'manager.last_child_status': 'fail',
      'stack.child.status': 'failed',
    });
    expect(JSON.parse(ran.file('boss/status.json'))).toMatchObject({ outcome: 'fail', is_explicit: true });
    expect(JSON.parse(ran.file('boss/status.json')).failure_reason).toContain('hard');
  });

  test('engine.md 11: max_cycles used up fails, not explicit, with the last reason', async () => {
    const at = place({ 'main.dot': parent('"manager.max_cycles"=2'), 'child.dot': child });
    const ran = await run({
      at,
      script: { job: [says('fail', { failure_reason: 'first' }), says('fail', { failure_reason: 'second' })] },
    });
    const status = JSON.parse(ran.file('boss/status.json')) as { is_explicit: boolean; failure_reason: string };
    expect(status.is_explicit).toBe(false);
    expect(status.failure_reason).toMatch(/^manager\.max_cycles \(2\) used up: .*second/);
    const never = place({ 'main.dot': parent('"manager.max_cycles"=2, "manager.stop_condition"="context.x=1"'), 'child.dot': child });
    expect((await run({ at: never })).result.reason).toContain('the stop condition did not hold after a child with status success');
  });

  test('engine.md 11: with steer, what cycle n was reaches cycle n+1; without, nothing does', async () => {
    const script = { job: [says('fail', { failure_reason: 'too long', notes: 'I tried' }), says('success')] };
    const at = place({ 'main.dot': parent('"manager.actions"="observe,steer", "manager.max_cycles"=4'), 'child.dot': child });
    const ran = await run({ at, script });
    expect(prompt(ran, 1)).not.toContain('manager_steering');
    expect(prompt(ran, 2)).toMatch(/Cycle 1 of 4: fail\.\nReason: .*too long.*\nNotes: I tried$/);
    const silent = await run({ at: place({ 'main.dot': parent('"manager.max_cycles"=4'), 'child.dot': child }), script });
    expect(prompt(silent, 2)).not.toContain('Cycle 1 of 4');
  });

  test('engine.md 11: a manager with a prompt lets a model steer; its calls and costs count', async () => {
    const at = place({ 'main.dot': parent('prompt="Watch over $goal", "manager.actions"="steer"'), 'child.dot': child });
    const ran = await run({
      at,
      script: {
        job: [says('fail'), says('fail'), says('success')],
        boss: [
          { text: 'shorter', cost_usd: 1 },
          { text: 'bolder', cost_usd: 2 },
        ],
      },
    });
    expect(ran.file('boss/prompt.md')).toContain('Watch over the goal');
    expect(ran.file('boss/prompt.md')).toContain('Cycle 2 of 1000: fail.');
    expect(prompt(ran, 2)).toMatch(/shorter$/);
    expect(prompt(ran, 3)).toMatch(/bolder$/);
    expect(ran.result.usage.costUsd).toBe(3);
    expect(ran.context).not.toHaveProperty('stack.child.status');
  });

  test('engine.md 11: a steering model that fails does not end the supervision', async () => {
    const at = place({ 'main.dot': parent('prompt="Watch", "manager.actions"="steer"'), 'child.dot': child });
    const ran = await run({ at, script: { job: [says('fail'), says('success')], boss: [{ error: { status: 400, message: 'no' } }] } });
    expect(ran.result.status).toBe('success');
    expect(prompt(ran, 2)).toContain('Cycle 1 of 1000: fail.');
    expect(ran.events.find((event) => event.type === 'warning')).toMatchObject({ node: 'boss' });
  });

  test('engine.md 11: outputs carry from cycle to cycle, seeds begin every one of them', async () => {
    const at = place({
      'main.dot': parent('outputs="draft", "context.topic"="bees of $goal", "manager.max_cycles"=3'),
      'child.dot': `digraph child { ${ends} job [prompt="$topic|$draft|$secret"]; start -> job -> exit }`,
    });
    const ran = await run({ at, script: { job: [says('fail', { context_updates: { draft: { n: 1 }, secret: 'x' } }), says('success')] } });
    expect(prompt(ran, 1)).toMatch(/bees of the goal\|\$draft\|\$secret$/);
    expect(prompt(ran, 2)).toMatch(/bees of the goal\|\{"n":1\}\|\$secret$/);
    expect(ran.context).toMatchObject({ draft: { n: 1 } });
    expect(ran.context).not.toHaveProperty('secret');
  });

  test('engine.md 11: wait sleeps between the cycles', async () => {
    const clock = simulatedClock({ auto: true });
    const at = place({ 'main.dot': parent('"manager.poll_interval"="45s"'), 'child.dot': child });
    await run({ at, script: { job: [says('fail'), says('fail'), says('success')] }, services: { clock } });
    expect(clock.sleeps.filter((ms) => ms === 45_000)).toHaveLength(2);
  });

  test('engine.md 11: observe tells what the child does while it runs', async () => {
    const at = place({ 'main.dot': parent('"manager.max_cycles"=1'), 'child.dot': child.replace('job [', 'job [max_retries=1, ') });
    const ran = await run({ at, script: { job: [{ error: { status: 503, message: 'busy' } }, { ...says('success'), cost_usd: 0.25 }] } });
    const views = ran.events.filter((event) => event.type === 'subgraph.progress');
    expect(views.at(-1)).toMatchObject({
      node: 'boss',
      cycle_index: 0,
      status: 'running',
      stage: 'job',
      outcome: 'success',
      visits: 2,
      retries: 1,
      cost_usd: 0.25,
    });
    expect(ran.context).toMatchObject({ 'stack.child.retries': 1, 'stack.child.cost': 0.25 });
    const blind = await run({ at: place({ 'main.dot': parent('"manager.actions"="wait"'), 'child.dot': child }) });
    expect(blind.events.filter((event) => event.type === 'subgraph.progress')).toEqual([]);
  });

  test('engine.md 11: the child works in stack.child_workdir, its file is found by §10', async () => {
    const at = place({
      'main.dot': `digraph parent { "stack.child_dotfile"="child.dot"; "stack.child_workdir"="deep"; ${ends} boss [shape=house]; start -> boss -> exit }`,
      'child.dot': `digraph child { ${ends} job [shape=parallelogram, tool_command="pwd"]; start -> job -> exit }`,
    });
    expect((await run({ at })).result.reason).toContain('is no folder');
    rmSync(join(at.root, 'run'), { recursive: true });
    mkdirSync(join(at.root, 'deep'));
    const ran = await run({ at });
    expect(ran.file('children/boss/1/job/output.txt').trim()).toBe(join(at.root, 'deep'));
  });

  const subgraph = `digraph parent { ${ends} boss [shape=house, "manager.stop_condition"="outcome=success", "manager.max_cycles"=5];
    implement; test; gate [shape=parallelogram, tool_command="echo pass"]; report;
    start -> boss; boss -> implement; implement -> test -> gate;
    gate -> exit [condition="context.tool.last_line=pass"]; gate -> implement [condition="context.tool.last_line=fail"];
    boss -> report [weight=0]; report -> exit }`;

  test('engine.md 11: without a file the subgraph behind the first unconditional edge is the child, and is not run again', async () => {
    const ran = await run({ at: place({ 'main.dot': subgraph }), script: { implement: [says('fail'), says('success')] } });
    expect(ran.result.status).toBe('success');
    expect(ran.trail).toEqual([
      'start',
      'cycle:boss:1/start',
      'cycle:boss:1/implement',
      ...['start', 'implement', 'test', 'gate'].map((id) => `cycle:boss:2/${id}`),
      'boss',
      'report',
    ]);
    expect(
      ran.events.filter((event) => event.type === 'edge.selected' && event.from === 'boss' && event.branch === undefined),
    ).toMatchObject([{ to: 'report' }]);
  });

  test('engine.md 5, 11: gates of the subgraph count, also under require_gates=all', async () => {
    const gated = subgraph
      .replace('digraph parent {', 'digraph parent { require_gates=all;')
      .replace('implement;', 'implement [goal_gate=true];');
    const ran = await run({ at: place({ 'main.dot': gated }), script: { implement: [says('fail'), says('success')] } });
    expect(ran.result).toMatchObject({ status: 'success' });
    const stuck = await run({
      at: place({ 'main.dot': gated.replace('"manager.max_cycles"=5', '"manager.max_cycles"=1, continue_on_fail=true') }),
      script: { implement: [says('fail')] },
    });
    expect(stuck.result.reason).toContain('boss (child gates: implement)');
  });

  test('engine.md 8, 11: a manager with a subgraph works in a branch; its child is no way out of the block', async () => {
    const at = place({
      'main.dot': `digraph parent { ${ends} fan [shape=component]; boss [shape=house]; job; after; other; join [shape=tripleoctagon];
        start -> fan; fan -> boss; boss -> job; job -> exit; boss -> after -> join; fan -> other -> join; join -> exit }`,
    });
    const ran = await run({ at, script: { job: [says('fail'), says('success')] } });
    expect(ran.result.status).toBe('success');
    expect(ran.trail).toEqual(
      expect.arrayContaining([
        'branch:fan:0>cycle:boss:1/job',
        'branch:fan:0>cycle:boss:2/job',
        'branch:fan:0/boss',
        'branch:fan:0/after',
        'join',
      ]),
    );
  });

  test('files.md 5: in a dry run a child that passed ends the loop', async () => {
    const at = place({ 'main.dot': parent('"manager.stop_condition"="context.open=0"'), 'child.dot': child });
    const ran = await run({ at, mode: 'dry-run' });
    expect(ran.result.status).toBe('success');
    expect(ran.context).toMatchObject({ 'manager.cycles': 1 });
  });

  test('engine.md 11: a manager without a child is refused before the run and told what to do', async () => {
    const childless = run({ at: place({ 'main.dot': `digraph parent { ${ends} boss [shape=house]; start -> boss -> exit }` }) });
    await expect(childless).rejects.toThrow(/manager_child: .* set `stack.child_dotfile`/);
  });

  test('engine.md 9, 11: a gate in a cycle parks; resume goes on in that cycle', async () => {
    const at = place({
      'main.dot': parent('"manager.max_cycles"=2'),
      'child.dot': `digraph child { ${ends} job; ask [shape=hexagon]; done; start -> job -> ask -> done -> exit }`,
    });
    const script = { job: [says('fail'), says('success')] };
    const parked = await run({ at, script, services: { interviewer: parkInterviewer() } });
    expect(parked.result).toMatchObject({ status: 'parked', questions: ['boss.2.ask'] });
    const ran = await resume({ at, script });
    expect(ran.result.status).toBe('success');
    expect(ran.trail.filter((step) => step.endsWith('job'))).toEqual(['cycle:boss:1/job', 'cycle:boss:2/job']);
  });

  test('engine.md 11: the budget is that of all cycles together', async () => {
    const at = place({
      'main.dot': parent('"manager.max_cycles"=9'),
      'child.dot': `digraph child { ${ends} job; judge; start -> job -> judge -> exit }`,
    });
    const script = { job: [{ text: 'x', cost_usd: 0.4 }], judge: [says('fail')] };
    const halted = await run({ at, script, limits: { budgetUsd: 1 } });
    expect(halted.result.status).toBe('halted');
    expect(halted.trail.filter((step) => step.endsWith('job'))).toHaveLength(3);
    const more = await resume({
      at,
      script: { ...script, judge: [says('fail'), says('fail'), says('success')] },
      limits: { budgetUsd: 9 },
    });
    expect(more.result.status).toBe('success');
    expect(more.result.usage.costUsd).toBeCloseTo(1.2);
  });
});

describe('steering from outside', () => {
  test('engine.md 11: reaches the active model node of the running child, in branches and children of it too', async () => {
    const at = place({
      'main.dot': parent('"manager.max_cycles"=1'),
      'child.dot': `digraph child { ${ends} fan [shape=component]; in [shape=folder, dot_file="grand.dot"]; quiet [shape=parallelogram, tool_command="true"]; join [shape=diamond];
        start -> fan; fan -> in -> join; fan -> quiet -> join; join -> exit }`,
      'grand.dot': `digraph grand { ${ends} job; start -> job -> exit }`,
    });
    let directory = '';
    const ran = await run({
      at,
      script: { job: [{ text: 'x', delay_ms: 1500 }] },
      services: {
        sinks: [
          (event) => {
            if (event.type !== 'node.started' || event.node !== 'job') return;
            directory = join(at.root, 'run/children/boss/1/branches/fan/0-in/children/in/1/job');
            addSteering(join(at.root, 'run'), 'use fewer words');
          },
        ],
      },
    });
    expect(ran.result.status).toBe('success');
    expect(readFileSync(join(directory, 'steering.md'), 'utf8')).toBe('use fewer words\n\n');
    expect(pendingSteering(ran.directory)).toEqual([]);
    expect(existsSync(join(ran.directory, 'steering/delivered'))).toBe(true);
  });

  test('engine.md 11: with no model node at work it goes into the next cycle', async () => {
    const at = place({
      'main.dot': parent('"manager.max_cycles"=3, "manager.actions"="wait"'),
      'child.dot': `digraph child { ${ends} check [shape=parallelogram, tool_command="test -e go"]; job [prompt="$manager_steering"]; start -> check; check -> job [condition="outcome=success"]; job -> exit }`,
    });
    const ran = await run({
      at,
      services: {
        sinks: [
          (event) => {
            if (event.type !== 'node.completed' || event.node !== 'check' || event.status !== 'fail') return;
            addSteering(join(at.root, 'run'), 'try again');
            mkdirSync(join(at.root, 'go'), { recursive: true });
          },
        ],
      },
    });
    expect(ran.result.status).toBe('success');
    expect(ran.file('children/boss/2/job/prompt.md')).toMatch(/try again$/);
  });

  test('engine.md 11: a message is neither lost nor given twice; a node takes what came since its visit began', () => {
    const at = place({});
    addSteering(at.root, 'one');
    addSteering(at.root, 'two');
    const nodes = { see: () => {}, directories: () => [join(at.root, 'node')] };
    const same = (text: string): string => text;
    deliverSteering(at.root, { ...nodes, directories: () => [] }, same);
    expect(pendingSteering(at.root)).toHaveLength(2);
    deliverSteering(at.root, nodes, same);
    deliverSteering(at.root, nodes, same);
    const queue = steeringQueue(join(at.root, 'node'));
    expect(queue.take()).toBeUndefined();
    addSteering(at.root, 'three');
    deliverSteering(at.root, nodes, same);
    expect(queue.take()).toBe('three');
    expect(queue.take()).toBeUndefined();
    const text = readFileSync(join(at.root, 'node/steering.md'), 'utf8');
    expect(
      text
        .split('\n')
        .filter((line) => line !== '')
        .sort(),
    ).toEqual(['one', 'three', 'two']);
  });
});
