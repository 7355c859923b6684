import { findTarget, rosterOf, team, teamText } from '@attractor/study';
import { describe, expect, test } from 'vitest';
import { defaultTeam, studyTeam } from './graphs.ts';

describe('the team of a graph', () => {
  test('GM-01: the same text gives the same team, nodes and edges in the order of the file', () => {
    const one = studyTeam(defaultTeam);
    const two = studyTeam(defaultTeam);
    expect(one.edges).toEqual(two.edges);
    expect([...one.agents]).toEqual([...two.agents]);
    expect([...one.agents.keys()]).toEqual(['hub', 'implementer', 'datagenerator', 'literature_reviewer', 'critic']);
    expect(one.edges.map(({ source, target }) => `${source}>${target}`)).toEqual([
      'hub>implementer',
      'hub>datagenerator',
      'hub>literature_reviewer',
      'hub>critic',
      'implementer>literature_reviewer',
      'datagenerator>literature_reviewer',
    ]);
    expect(one.entry).toBe('hub');
  });

  test('GM-09, GM-10, GM-13: outgoing and incoming in the order of the edges; leaves and unknown names have none', () => {
    const made = studyTeam(defaultTeam);
    expect(made.outgoing('hub')).toEqual(['implementer', 'datagenerator', 'literature_reviewer', 'critic']);
    expect(made.incoming('literature_reviewer')).toEqual(['hub', 'implementer', 'datagenerator']);
    expect([made.outgoing('critic'), made.outgoing('nobody'), made.incoming('hub'), made.outgoing('__proto__')]).toEqual([[], [], [], []]);
  });

  test('GM-11, GM-12: the first edge of a pair counts; edges are frozen whatever list they come in', () => {
    const made = studyTeam(`${defaultTeam} hub -> critic [kind=delegates, preamble="Second."]`);
    expect(made.edge('hub', 'literature_reviewer')?.preamble).toBe('Quote primary sources only.');
    expect(made.edge('hub', 'critic')?.preamble).toBe('');
    expect(made.edge('critic', 'hub')).toBeUndefined();
    function* edges() {
      yield { source: 'a', target: 'b', preamble: '' };
    }
    const built = team('a', new Map(), edges());
    expect(built.outgoing('a')).toEqual(['b']);
    expect(Object.isFrozen(built.edges) && Object.isFrozen(made.edges[0])).toBe(true);
    expect(() => (built.edges as unknown[]).push(1)).toThrow(TypeError);
  });

  test('GM-14: a flow edge gives no right, a right no route', () => {
    const made = studyTeam(`${defaultTeam} debugger [type=agent, description=x] hub -> debugger debugger -> close`);
    expect(made.outgoing('hub')).not.toContain('debugger');
    expect(made.agents.has('debugger')).toBe(true);
    expect(made.outgoing('start')).toEqual([]);
  });

  test('AG-01, AG-02: what an agent is when nothing is said', () => {
    expect(studyTeam('hub [type=agent, description=x]').agents.get('hub')).toEqual({
      name: 'hub',
      role: 'worker',
      agentClass: 'Worker',
      description: 'x',
      prompt: '',
      keepsBasePrompt: false,
      tools: [],
      extraAllowedTools: [],
      mcpServers: {},
      reportSections: ['### Actions taken', '### Conclusions', '### Numbers'],
      resetOnCheckpoint: true,
      maxHistoryPairs: 5,
    });
  });

  test('AG-01, AG-03, AG-04, AG-05: front matter, overridden by the node where it says something', () => {
    const file = `---\nrole: planner\nmodel: big\nbase_prompt: Default\nreset_on_checkpoint: false\nmax_history_pairs: 9\ntools: [Done, Bash]\nbase_url: http://here\n---\nPlan.`;
    const of = (attributes: string, options = {}) =>
      studyTeam(`hub [type=agent, description=x, agent="hub.md" ${attributes}]`, '', { '/s/agents/hub.md': file }, options).agents.get(
        'hub',
      );
    expect(of('')).toMatchObject({
      role: 'planner',
      model: 'big',
      keepsBasePrompt: true,
      resetOnCheckpoint: false,
      maxHistoryPairs: 9,
      tools: ['Done', 'Bash'],
      baseUrl: 'http://here',
      prompt: 'Plan.',
      file: '/s/agents/hub.md',
    });
    expect(of(', role=other, llm_model=own')).toMatchObject({ role: 'other', model: 'own', maxHistoryPairs: 9 });
    expect(of('', { nodes: new Map([['hub', { model: 'run', tools: ['Read'] }]]) })).toMatchObject({
      model: 'run',
      tools: ['Done', 'Bash'],
      onlyTools: ['Read'],
    });
    expect(of('', { nodes: new Map([['hub', {}]]) })?.model).toBe('big');
  });
});

describe('GM-25: a target named loosely', () => {
  const made = studyTeam(
    `${defaultTeam} d2 [type=agent, role=critic, description=x] implementer -> d2 [kind=delegates] implementer -> critic [kind=delegates]`,
  );

  test('GM-25: the name, the normalised name, the role, among the outgoing targets only', () => {
    expect(findTarget(made, 'hub', 'critic')).toEqual({ kind: 'found', target: 'critic', alias: false });
    expect(findTarget(made, 'hub', 'Literature Reviewer')).toEqual({ kind: 'found', target: 'literature_reviewer', alias: true });
    expect(findTarget(made, 'hub', 'DATA-GENERATOR')).toEqual({ kind: 'found', target: 'datagenerator', alias: true });
    const byRole = studyTeam(
      'hub [type=agent, description=x] w1 [type=agent, role="data generator", description=x] hub -> w1 [kind=delegates]',
    );
    expect(findTarget(byRole, 'hub', 'DataGenerator')).toEqual({ kind: 'found', target: 'w1', alias: true });
  });

  test('GM-25: anything else is an error that lists the valid targets', () => {
    expect(findTarget(made, 'hub', 'd2')).toEqual({
      kind: 'none',
      message: 'no target is called "d2"; valid targets: implementer, datagenerator, literature_reviewer, critic',
    });
    expect(findTarget(made, 'critic', 'hub')).toEqual({ kind: 'none', message: 'no target is called "hub"; `critic` can ask nobody' });
    expect(findTarget(made, 'implementer', 'Critic ')).toEqual({ kind: 'found', target: 'critic', alias: true });
    expect(findTarget(made, 'hub', '...')).toMatchObject({ kind: 'none' });
    const two = studyTeam(
      'hub [type=agent, description=x] a1 [type=agent, role=judge, description=x] a2 [type=agent, role=judge, description=x] hub -> a1 [kind=delegates] hub -> a2 [kind=delegates]',
    );
    expect(findTarget(two, 'hub', 'judge')).toEqual({ kind: 'none', message: '"judge" may mean a1 or a2; name one of them' });
  });
});

describe('the team as text', () => {
  test('GM-15: the entry, a row an edge, leaves', () => {
    expect(teamText(studyTeam(defaultTeam))).toBe(`entry: hub
  hub [entry] -> implementer
  hub -> datagenerator
  hub -> literature_reviewer  # Quote primary sources only.
  hub -> critic
  implementer -> literature_reviewer
  datagenerator -> literature_reviewer
  literature_reviewer  (leaf)
  critic  (leaf)`);
    expect(teamText(studyTeam('hub [type=agent, description=x]'))).toBe('entry: hub\n  hub [entry]  (leaf)');
  });

  test('GM-26: the roster is breadth first and leaves out whom nobody can ask', () => {
    const roster = rosterOf(
      studyTeam(`lonely [type=agent, description=x] lonely -> critic [kind=delegates] ${defaultTeam}`),
      'implementer',
    );
    expect(
      roster,
    ).toBe(`- hub (strategizer): Plans, delegates, concludes. Tasks from: the brief. May delegate to: implementer, datagenerator, literature_reviewer, critic.
- implementer (you): Runs and measures. Tasks from: hub. May delegate to: literature_reviewer.
- datagenerator: Builds the oracle. Tasks from: hub. May delegate to: literature_reviewer.
- literature_reviewer: Finds cited work. Tasks from: hub, implementer, datagenerator. May delegate to: nobody.
- critic: Attacks conclusions. Tasks from: hub. May delegate to: nobody.`);
    expect(rosterOf(studyTeam('hub [type=agent, description=x] hub -> hub [kind=delegates]'))).toBe('');
  });
});
