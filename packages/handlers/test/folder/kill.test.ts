import { afterEach, describe, expect, test } from 'vitest';
import { essence, killEverywhere, removeFolders } from '../support/pipeline-run.ts';

afterEach(removeFolders);

const ends = 'start [shape=Mdiamond]; exit [shape=Msquare];';
const tool = (id: string, more = ''): string => `${id} [shape=parallelogram, tool_command="echo ${id}"${more}];`;

/** Killed at every point, a run comes to the same end, and nothing that was complete runs again (engine.md 14). */
async function sameEverywhere(
  files: Readonly<Record<string, string>>,
  script: Readonly<Record<string, readonly unknown[]>>,
): Promise<number> {
  const { whole, resumed } = await killEverywhere(files, { script });
  for (const [index, one] of resumed.entries()) expect(essence(one), `kill ${index}`).toEqual(essence(whole));
  return resumed.length;
}

describe('engine.md 14: kills around children', () => {
  test('a folder, with outputs and scripted calls', async () => {
    const count = await sameEverywhere(
      {
        'main.dot': `digraph parent { ${ends} sub [shape=folder, dot_file="child.dot", outputs="found"]; after [prompt="$found"]; start -> sub -> after -> exit }`,
        'child.dot': `digraph child { ${ends} work; start -> work -> exit }`,
      },
      { work: [{ outcome: { status: 'success', context_updates: { found: { deep: 1 } } }, cost_usd: 0.5 }] },
    );
    expect(count).toBeGreaterThan(0);
  }, 60_000);

  test('folders within folders', async () => {
    await sameEverywhere(
      {
        'main.dot': `digraph parent { ${ends} sub [shape=folder, dot_file="child.dot"]; start -> sub -> exit }`,
        'child.dot': `digraph child { ${ends} in [shape=folder, dot_file="grand.dot"]; ${tool('mid')} start -> in -> mid -> exit }`,
        'grand.dot': `digraph grand { ${ends} gate [goal_gate=true, retry_target=gate]; start -> gate -> exit; gate -> exit [condition="outcome=fail"] }`,
      },
      { gate: [{ outcome: { status: 'fail' } }, { outcome: { status: 'success' } }] },
    );
  }, 60_000);

  test('a block with folders in its branches, and the choice of the best', async () => {
    await sameEverywhere(
      {
        'main.dot': `digraph parent { ${ends} fan [shape=component, max_parallel=1]; a [shape=folder, dot_file="child.dot", outputs="score"]; b [shape=folder, dot_file="child.dot", outputs="score"];
          best [shape=tripleoctagon]; start -> fan; fan -> a -> best; fan -> b -> best; best -> exit }`,
        'child.dot': `digraph child { ${ends} work; start -> work -> exit }`,
      },
      {
        'a/work': [{ outcome: { status: 'success', context_updates: { score: 1 } } }],
        'b/work': [{ outcome: { status: 'success', context_updates: { score: 2 } } }],
      },
    );
  }, 60_000);
});
