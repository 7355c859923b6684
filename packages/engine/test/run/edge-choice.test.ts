import { fail, type Json, type Outcome, readDecisions, readEvents, success } from '@attractor/engine';
import { describe, expect, it } from 'vitest';
import { failing, graphOf, scene, start } from '../support/run-graph.ts';

/** Which node follows `a`, which is drawn with edges to `x`, `y`, ... that lead to the exit. */
async function next(edges: string, outcome: Outcome, attributes = '', targets = ''): Promise<{ to: string; rule: string; reason: string }> {
  const graph = graphOf(
    `digraph g { ${attributes}; start -> a; ${edges}; ${targets}; x -> exit; y -> exit; z -> exit; B -> exit; 3 -> exit }`,
  );
  const at = scene({ a: () => outcome });
  const result = await start(graph, at);
  const decision = readDecisions(at.directory).find((record) => record.node === 'a');
  return { to: decision?.target ?? '', rule: decision?.rule ?? '', reason: result.reason };
}

const plain = 'a -> x; a -> y [label="Yes"]; a -> z';

describe('edge choice', () => {
  it('engine.md 4b step 0: the edge a person chose wins over true conditions', async () => {
    const edges = 'a [shape=hexagon]; a -> x [condition="outcome=success", weight=9]; a -> y [label="Y"]';
    const graph = graphOf(`digraph g { start -> a; ${edges}; x -> exit; y -> exit }`);
    const chosen = graph.edges.find((edge) => edge.to === 'y')?.index ?? -1;
    expect(await next(edges, success(true, { systemUpdates: { 'human.gate.edge': chosen } }))).toMatchObject({
      to: 'y',
      rule: 'human_choice',
    });
  });

  it.each([
    ['timeout', 'default_after_timeout', 'not the default choice'],
    ['auto-approve', 'auto_approve', 'not the choice of auto-approve'],
    ['person', 'human_choice', 'not the choice of the person'],
  ])('engine.md 4b step 0: a decision names who chose: %s', async (by, rule, other) => {
    const edges = 'a [shape=hexagon]; a -> x; a -> y [label="Y"]';
    const graph = graphOf(`digraph g { start -> a; ${edges}; x -> exit; y -> exit }`);
    const chosen = graph.edges.find((edge) => edge.to === 'y')?.index ?? -1;
    const at = scene({ a: () => success(true, { systemUpdates: { 'human.gate.edge': chosen, 'human.gate.by': by } }) });
    await start(graph, at);
    const decision = readDecisions(at.directory).find((record) => record.node === 'a');
    expect(decision).toMatchObject({ target: 'y', rule });
    expect(decision?.candidates.map(({ verdict }) => verdict)).toEqual([other, `chosen by ${rule}`]);
  });

  it('engine.md 4b step 0: a chosen edge whose condition does not hold fails the run, naming it', async () => {
    const edges = 'a [shape=hexagon]; a -> x [condition="ready=1"]; a -> y';
    const outcome = success(true, { systemUpdates: { 'human.gate.edge': 1 } });
    const result = await next(edges, outcome);
    expect(result.to).toBe('');
    expect(result.reason).toContain('the chosen edge does not hold: -> x [ready=1]: condition does not hold');
  });

  it('engine.md 4b step 1: true conditions by weight, then by the smallest target id in byte order', async () => {
    expect(
      await next('a -> x [condition="outcome=success"]; a -> y [condition="outcome=success", weight=2]; a -> z', success(true)),
    ).toMatchObject({
      to: 'y',
      rule: 'condition',
    });
    expect(
      await next('a -> x [condition="status=success"]; a -> B [condition="outcome=success"]; a -> z [weight=99]', success(true)),
    ).toMatchObject({
      to: 'B',
      rule: 'condition',
    });
  });

  it('engine.md 4b step 2: the preferred label, normalised, among unconditional edges only', async () => {
    for (const label of ['yes', ' YES ', '[y] Yes', 'Y) yes', 'y - Yes'])
      expect(await next(plain, success(true, { preferredLabel: label }))).toMatchObject({ to: 'y', rule: 'preferred_label' });
    const edges = 'a -> x; a -> y [label="yes", condition="outcome=fail"]';
    expect(await next(edges, success(true, { preferredLabel: 'yes' }))).toMatchObject({ to: 'x', rule: 'weight' });
  });

  it('engine.md 4b step 3: suggested ids are strings and integers; every other shape is skipped (§34)', async () => {
    const suggest = (...ids: Json[]): Outcome => success(true, { suggestedNextIds: ids });
    expect(await next('a -> x; a -> z', suggest('nowhere', 'z'))).toMatchObject({ to: 'z', rule: 'suggested_id' });
    expect(await next('a -> x; a -> 3', suggest(3))).toMatchObject({ to: '3', rule: 'suggested_id' });
    for (const bad of [true, null, 3.5, ['z'], { id: 'z' }, 'Z', ' z'])
      expect(await next('a -> x; a -> z', suggest(bad))).toMatchObject({ to: 'x', rule: 'lexical' });
    expect(await next('a -> x; a -> z', suggest({ id: 'z' }, 'z'))).toMatchObject({ to: 'z', rule: 'suggested_id' });
  });

  it('engine.md 4b step 3: a malformed suggestion is a warning that names it (§34)', async () => {
    const at = scene({ a: () => success(true, { suggestedNextIds: [{ id: 'x' }, true] }) });
    await start(graphOf('digraph g { start -> a -> exit }'), at);
    expect(at.events.find((event) => event.type === 'warning')).toMatchObject({
      node: 'a',
      message: expect.stringContaining('{"id":"x"}, true'),
    });
  });

  it('engine.md 4b step 3: a dead end names the suggestions that led nowhere (§34)', async () => {
    const result = await next('a -> x [condition="outcome=fail"]', success(true, { suggestedNextIds: ['q', true] }));
    expect(result.reason).toContain('suggested ids not usable: q, true (neither text nor an integer)');
  });

  it('engine.md 4b step 4, 5: weight, then target id in byte order', async () => {
    expect(await next('a -> x; a -> z [weight=1]', success(true))).toMatchObject({ to: 'z', rule: 'weight' });
    expect(await next('a -> x; a -> B; a -> z', success(true))).toMatchObject({ to: 'B', rule: 'lexical' });
    expect(await next('a -> x [weight=-1]; a -> z [weight=-2]', success(true))).toMatchObject({ to: 'x' });
  });

  it('engine.md 4b: a fail takes no unconditional edge, not by label nor by suggestion (§16)', async () => {
    for (const extra of [{}, { preferredLabel: 'Yes' }, { suggestedNextIds: ['y'] }]) {
      const result = await next(plain, fail('deterministic', 'broken', { isExplicit: true, ...extra }));
      expect(result).toMatchObject({ to: '', rule: 'none' });
      expect(result.reason).toMatch(
        /^a: broken \| no matching edge from node 'a' \(fail\): -> x: a failure takes no unconditional edge; -> y: /,
      );
    }
  });

  it('engine.md 4b: a fail takes plain edges to targets with runs_on=always or failure, also by label and id', async () => {
    const targets = 'y [runs_on=always]; z [runs_on=failure]';
    expect(await next(plain, fail('deterministic', 'broken'), '', targets)).toMatchObject({ to: 'y', rule: 'lexical' });
    expect(await next(plain, fail('deterministic', 'broken', { suggestedNextIds: ['x', 'z'] }), '', targets)).toMatchObject({
      to: 'z',
      rule: 'suggested_id',
    });
    expect(await next(plain, fail('deterministic', 'broken', { preferredLabel: 'yes' }), '', targets)).toMatchObject({
      to: 'y',
      rule: 'preferred_label',
    });
  });

  it('engine.md 4b: fail_routing=canonical lets a fail take plain edges, and that handles it', async () => {
    const at = scene({ a: failing('broken') });
    const result = await start(graphOf('digraph g { graph [fail_routing=canonical]; start -> a -> x -> exit }'), at);
    expect(result).toMatchObject({ status: 'success', nodes: ['start', 'a', 'x'], handled: [{ node: 'a', by: 'edge' }] });
  });

  it('engine.md 4b: a skipped node routes as after a success, and conditions see outcome=skipped', async () => {
    const at = scene();
    const text = 'digraph g { start -> w -> a; a [runs_on=failure]; a -> y [condition="outcome=skipped"]; a -> x; x -> exit; y -> exit }';
    expect(await start(graphOf(text), at)).toMatchObject({ status: 'success', nodes: ['start', 'w', 'a', 'y'] });
    const plainAt = scene();
    expect(await start(graphOf(text.replace(' [condition="outcome=skipped"]', '')), plainAt)).toMatchObject({
      nodes: ['start', 'w', 'a', 'x'],
    });
  });

  it('engine.md 4b: retry_target, then the fallback; a missing node does not hide it; both are decisions', async () => {
    const graph = graphOf('digraph g { start -> a; a [retry_target=ghost, fallback_retry_target=fix]; fix -> exit }');
    const at = scene({ a: failing('broken') });
    expect(await start(graph, at)).toMatchObject({ status: 'success', handled: [{ node: 'a', reason: 'broken', by: 'retry_target' }] });
    expect(readDecisions(at.directory).find((record) => record.node === 'a')).toMatchObject({
      kind: 'failure_jump',
      rule: 'fallback_retry_target',
      target: 'fix',
    });
  });

  it('engine.md 4b: at most 50 failure jumps from one node in a run', async () => {
    const at = scene({ a: failing('broken') });
    const result = await start(graphOf('digraph g { start -> a; a [retry_target=a]; a -> exit [condition="outcome=success"] }'), at);
    expect(at.calls.get('a')).toBe(51);
    expect(result.reason).toContain('50 failure jumps used up');
  });

  it('engine.md 4b: every candidate is recorded with why it did or did not match', async () => {
    const at = scene({ a: () => success(true, { preferredLabel: 'yes' }) });
    await start(
      graphOf('digraph g { start -> a; a -> x [condition="k=1"]; a -> y [label="Yes"]; a -> z; x -> exit; y -> exit; z -> exit }'),
      at,
    );
    const decision = readDecisions(at.directory).find((record) => record.node === 'a');
    expect(decision?.candidates.map(({ to, verdict }) => [to, verdict])).toEqual([
      ['x', 'condition does not hold'],
      ['y', 'chosen by preferred_label'],
      ['z', 'lower weight or later target id, or another label or id was asked for'],
    ]);
    expect(readEvents(at.directory).find((event) => event.type === 'edge.selected' && event.from === 'a')).toMatchObject({
      to: 'y',
      rule: 'preferred_label',
      label: 'Yes',
    });
  });
});
