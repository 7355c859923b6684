import { afterEach, describe, expect, test } from 'vitest';
import { essence, killEverywhere, removeFolders } from '../support/pipeline-run.ts';

afterEach(removeFolders);

const ends = 'start [shape=Mdiamond]; exit [shape=Msquare];';

describe('engine.md 11, 14: kills around managers', () => {
  test('cycles that are over are never run again; steering, outputs and counts go on', async () => {
    const { whole, resumed } = await killEverywhere(
      {
        'main.dot': `digraph parent { ${ends}
          boss [shape=house, prompt="Steer", "stack.child_dotfile"="child.dot", outputs="draft", "manager.actions"="observe,steer", "manager.stop_condition"="context.draft=3", "manager.max_cycles"=5]
          start -> boss -> exit }`,
        'child.dot': `digraph child { ${ends} work [prompt="$draft $manager_steering", max_retries=1, retry_policy=linear]; start -> work -> exit }`,
      },
      {
        script: {
          work: [
            { outcome: { status: 'success', context_updates: { draft: 1 } }, cost_usd: 1 },
            { outcome: { status: 'retry' } },
            { outcome: { status: 'fail', context_updates: { draft: 2 } }, cost_usd: 1 },
            { outcome: { status: 'success', context_updates: { draft: 3 } }, cost_usd: 1 },
          ],
          boss: [{ text: 'be brief', cost_usd: 0.5 }, { text: 'be bold' }],
        },
      },
    );
    expect(whole.context).toMatchObject({ draft: 3, 'manager.cycles': 3, 'stack.child.visits': 2 });
    for (const [index, one] of resumed.entries()) expect(essence(one), `kill ${index}`).toEqual(essence(whole));
    expect(resumed.length).toBeGreaterThan(0);
  }, 60_000);

  test('a subgraph behind the manager', async () => {
    const { whole, resumed } = await killEverywhere(
      {
        'main.dot': `digraph parent { ${ends} boss [shape=house]; work; check [shape=diamond]; report;
          start -> boss -> work -> check; check -> boss; boss -> report -> exit }`,
      },
      { script: { work: [{ outcome: { status: 'fail' } }, { outcome: { status: 'success' } }] } },
    );
    expect(whole.result.status).toBe('success');
    for (const [index, one] of resumed.entries()) expect(essence(one), `kill ${index}`).toEqual(essence(whole));
  }, 60_000);
});
