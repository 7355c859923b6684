import { describe, expect, test } from 'vitest';
import { attractor, folder } from '../attractor.ts';

const study = `digraph s { graph [study=true, entry=hub]
  start [shape=Mdiamond]; exit [shape=Msquare]; close [type="study.close"]
  start -> hub -> close -> exit; hub -> hub [condition="preferred_label=reprompt"]
  hub [type=agent, description="Plans", prompt="Plan"]
}`;

/** What is said of a script before the first node. */
async function refusal(graph: string, script: object): Promise<string> {
  const cwd = folder({ 'g.dot': graph, 's.json': JSON.stringify(script) });
  const { code, stderr } = await attractor(['run', 'g.dot', '--script', 's.json'], { cwd });
  return code === 0 ? '' : stderr;
}

describe('rulings H: scripts on the command line', () => {
  test('rulings H: agents make calls and write no files, other nodes the other way round', async () => {
    const calls = [{ calls: [{ tool: 'Done', args: { summary: 'x' } }] }];
    expect(await refusal(study, { nodes: { hub: calls } })).not.toContain('the script cannot be used');
    expect(await refusal(study, { nodes: { hub: [{ files: { a: 'b' } }] } })).toContain(
      "s.json:1:19: 'files' is not for an agent of a study",
    );
    const plain = 'digraph p { start [shape=Mdiamond]; exit [shape=Msquare]; work [prompt="Work"]; start -> work -> exit }';
    expect(await refusal(plain, { nodes: { work: calls } })).toContain("'calls' is only for agents of a study");
  });
});
