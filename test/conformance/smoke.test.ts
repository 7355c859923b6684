import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readCheckpoint } from '@attractor/engine';
import { graphValue, validate } from '@attractor/pipeline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removePlaces, runWhole, type WholeRun } from '../support/engine.ts';

// Canonical 11.13, its pipeline in our words: plan, implement (a goal gate), review, with ways back. The model is scripted; it
// asserts its verdict on the gate, because prose on a gate is no success here (§25, D-20).

const pipeline = `digraph smoke {
  graph [goal="A script that says hello"]
  start     [shape=Mdiamond]
  plan      [shape=box, prompt="Plan: $goal"]
  implement [shape=box, prompt="Write what was planned", goal_gate=true]
  review    [shape=box, prompt="Look for mistakes"]
  done      [shape=Msquare]
  start -> plan -> implement
  implement -> review [condition="outcome=success"]
  implement -> plan   [condition="outcome=fail", label="Retry"]
  review -> done      [condition="outcome=success"]
  review -> implement [condition="outcome=fail", label="Fix"]
}`;

const good = { text: 'Done.\n{"status": "success"}' };

afterAll(removePlaces);

describe('canonical 11.13: smoke test', () => {
  let run: WholeRun;
  beforeAll(async () => {
    run = await runWhole(pipeline, {
      script: { plan: [{ text: 'First a file.' }], implement: [good], review: [{ text: 'Looks right.' }] },
    });
  });

  test('canonical 11.13: parsed: goal, five nodes, six edges', () => {
    const { graph } = run;
    expect([graphValue(graph, 'goal'), graph.nodes.size, graph.edges.length]).toEqual(['A script that says hello', 5, 6]);
  });

  test('canonical 11.13: validated: no ERROR', () => {
    expect(validate(run.graph).filter((item) => item.severity === 'error')).toEqual([]);
  });

  test('canonical 11.13: run: success, every stage once', () => {
    expect([run.result.status, run.result.reason, run.result.nodes]).toEqual(['success', '', ['start', 'plan', 'implement', 'review']]);
  });

  test.each(['plan', 'implement', 'review'])('canonical 11.13: %s has prompt.md, response.md and status.json', (id) => {
    expect(['prompt.md', 'response.md', 'status.json'].filter((name) => !existsSync(join(run.directory, id, name)))).toEqual([]);
    expect(JSON.parse(run.file(`${id}/status.json`))).toMatchObject({ outcome: 'success' });
  });

  test('canonical 11.13: the prompt holds the goal, the response what was answered', () => {
    expect(run.file('plan/prompt.md')).toContain('Plan: A script that says hello');
    expect(run.file('implement/response.md').trim()).toBe(good.text);
  });

  test('canonical 11.13: the goal gate is satisfied', () => {
    const checked = run.events.filter((event) => event.type === 'goal_gate.checked');
    expect(checked).toMatchObject([{ satisfied: true, unsatisfied: [] }]);
  });

  test('canonical 11.13: the checkpoint names the exit and the completed nodes', () => {
    expect(readCheckpoint(run.directory)).toMatchObject({
      current_node: 'done',
      completed_nodes: ['start', 'plan', 'implement', 'review'],
    });
  });

  test('canonical 11.13, D-20: a model that answers the gate with prose does not pass it', async () => {
    const prose = { text: 'I wrote the script, all is well.' };
    const bounded = pipeline.replace('graph [', 'graph [max_steps=7, ');
    const { result } = await runWhole(bounded, { script: { plan: [prose], implement: [prose], review: [prose] } });
    expect([result.status, result.nodes.includes('review')]).toEqual(['fail', false]);
    expect(result.reason).toBe("max_steps_exceeded: 7 steps done before 'plan' (cycle plan -> implement -> plan)");
  });
});
