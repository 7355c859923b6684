import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { attractor, folder } from '../attractor.ts';

const example = fileURLToPath(new URL('../../../../examples/study/default', import.meta.url));

const study = (agents: string, attributes = '') => `digraph s { graph [study=true, entry=hub ${attributes}]
  start [shape=Mdiamond]; exit [shape=Msquare]; close [type="study.close"]
  start -> hub -> close -> exit; hub -> hub [condition="preferred_label=reprompt"]
  ${agents}
}`;
const hub = 'hub [type=agent, description="Plans", prompt="Plan"]';

describe('attractor study check', () => {
  test('GM-24, C8: the shipped team is sound', async () => {
    const { code, stdout, stderr } = await attractor(['study', 'check', example]);
    expect(stderr.split('\n').filter((line) => !line.includes('not built yet') && line !== '')).toEqual([]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('study.dot: 5 agents, entry strategizer; no errors') });
  });

  test('GM-07, C7: errors of the graph, of agent files and of the configuration are told, exit 2', async () => {
    const cwd = folder({
      'study.dot': study('hub [type=agent, agent="hub.md"] w [type=agent] hub -> w [kind=delegates]'),
      'agents/hub.md': '---\ndescription: Plans\nmax_history_pairs: often\n---\nPlan.',
      'study.yaml': 'budgett: 1h\n',
    });
    const { code, stdout, stderr } = await attractor(['study', 'check', '.'], { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('`w` has no `description`');
    expect(stderr).toContain('agents/hub.md:3: `max_history_pairs` is "often", expected a whole number');
    expect(stderr).toContain('error: study.yaml:1: `budgett` is unknown; did you mean `budget`?');
  });

  test('RS-06: an unknown --set key is an error with the nearest known one', async () => {
    const result = await attractor(['study', 'check', example, '--set', 'budgt=1h']);
    expect(result).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('--set: `budgt` is unknown; did you mean `budget`?'),
    });
  });

  test('GM-23: a marker of a prompt that means nothing is a warning', async () => {
    const cwd = folder({
      'study.dot': study('hub [type=agent, description="Plans", agent="hub.md"]'),
      'agents/hub.md': 'Plan.\n<!-- if critic -->\nAsk.\n<!-- end -->',
    });
    const { code, stdout, stderr } = await attractor(['study', 'check', 'study.dot'], { cwd });
    expect(code).toBe(0);
    expect(stderr).toBe('warning: the prompt of hub, line 2: `critic` is no gate; write feature:NAME, node:NAME or tool:NAME\n');
    expect(stdout).toContain('1 agent, entry hub; no errors, 1 warning');
  });

  test('C8: which graph of a folder is the study', async () => {
    const plain = 'digraph p { start [shape=Mdiamond]; exit [shape=Msquare]; start -> exit }';
    const one = folder({ 'a.dot': plain, 'b.dot': study(hub) });
    expect((await attractor(['study', 'check', one])).stdout).toContain('b.dot: 1 agent');
    const two = folder({ 'a.dot': study(hub), 'b.dot': study(hub) });
    expect(await attractor(['study', 'check', two])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('several studies (a.dot, b.dot): name one with --graph'),
    });
    expect((await attractor(['study', 'check', two, '--graph', join(two, 'b.dot')])).code).toBe(0);
    const none = folder({ 'a.dot': plain });
    expect(await attractor(['study', 'check', none])).toMatchObject({ code: 2, stderr: expect.stringContaining('holds no study') });
    expect(await attractor(['study', 'check', join(none, 'a.dot')])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is no study'),
    });
    expect(await attractor(['study', 'check', join(none, 'nowhere')])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('there is no such file'),
    });
  });
});

describe('attractor study show, mermaid, roster', () => {
  test('GM-15, C8: the team, its agents, and settings with where they come from', async () => {
    const cwd = folder();
    cpSync(example, cwd, { recursive: true });
    const { code, stdout } = await attractor(['study', 'show', '.', '--set', 'max_ask=2'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('  strategizer [entry] -> implementer\n');
    expect(stdout).toContain('    file    agents/critic.md\n');
    expect(stdout).toContain('  budget = 1h  (graph)\n');
    expect(stdout).toContain('  max_ask = 2  (--set)\n');
    const json = JSON.parse((await attractor(['study', 'show', '.', '--json'], { cwd })).stdout) as Record<string, unknown>;
    expect(json).toMatchObject({
      entry: 'strategizer',
      settings: { budgetMs: 3_600_000, maxAsk: 1 },
      origins: { budget: 'graph', max_ask: 'default' },
    });
  });

  test('MM-01, MM-11: the drawing, with --flow and a highlight', async () => {
    const team = await attractor(['study', 'mermaid', example]);
    expect(team).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/^flowchart TD\n {4}strategizer\(\["<b>strategizer<\/b>/),
    });
    const flow = await attractor(['study', 'mermaid', example, '--flow', '--highlight', 'review']);
    expect(flow.stdout.startsWith(team.stdout.trimEnd())).toBe(true);
    expect(flow.stdout).toContain('    review ==>|"unreviewed"| close\n');
    expect(flow.stdout).toContain('    style review ');
    expect(await attractor(['study', 'mermaid', example, '--highlight', 'review'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('add --flow'),
    });
    expect(await attractor(['study', 'mermaid', example, '--highlight', 'critc'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('did you mean critic?'),
    });
  });

  test('GM-26: the roster, as one agent reads it', async () => {
    const { stdout } = await attractor(['study', 'roster', example, '--for', 'critic']);
    expect(stdout.trimEnd().split('\n')).toHaveLength(5);
    expect(stdout).toMatch(/- critic \(you\): .+ Tasks from: strategizer\. May delegate to: nobody\.\n/);
  });
});
