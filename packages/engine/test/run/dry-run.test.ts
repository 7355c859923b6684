import { fail, readTrace, success } from '@attractor/engine';
import { describe, expect, it } from 'vitest';
import { graphOf, scene, start } from '../support/run-graph.ts';

describe('dry run', () => {
  it('files.md 5: required files, artefacts and declared outputs count as met', async () => {
    const graph = graphOf('digraph g { start -> a -> b -> exit; a [must_write="a.txt", outputs="plan"]; b [requires="plan, notes.txt"] }');
    const at = scene();
    expect(await start(graph, at, { mode: 'dry-run' })).toMatchObject({ status: 'success', nodes: ['start', 'a', 'b'] });
    expect(at.events.some((event) => event.type === 'contract.violation' || event.type === 'node.skipped')).toBe(false);
    expect(await start(graph, scene(), { mode: 'simulate' })).toMatchObject({ status: 'fail' });
  });

  it('files.md 5: what a script makes fail still fails, and its routes are taken', async () => {
    const graph = graphOf(
      'digraph g { start -> a -> exit; a -> fix [condition="outcome=fail"]; fix -> exit; a [max_retries=1, retry_on="fail"] }',
    );
    const at = scene({ a: ({ mode }) => (mode === 'dry-run' ? fail('deterministic', 'scripted') : success(true)) });
    expect(await start(graph, at, { mode: 'dry-run' })).toMatchObject({ status: 'success', nodes: ['start', 'a', 'fix'] });
    expect(readTrace(at.directory)[1]).toMatchObject({ status: 'fail', attempt: 2 });
  });
});
