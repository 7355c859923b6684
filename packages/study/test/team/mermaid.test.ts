import { toMermaid } from '@attractor/study';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultTeam, studyGraph, studyTeam } from './graphs.ts';

describe('the drawing of a team', () => {
  test('MM-01 to MM-09: the default team, byte for byte', () => {
    const made = studyTeam(defaultTeam);
    expect(toMermaid(made)).toBe(`flowchart TD
    hub(["<b>hub</b><br/>Strategizer<br/><i>Plans, delegates, concludes.</i>"])
    implementer["<b>implementer</b><br/>Implementer<br/><i>Runs and measures.</i>"]
    datagenerator["<b>datagenerator</b><br/>Datagenerator<br/><i>Builds the oracle.</i>"]
    literature_reviewer["<b>literature_reviewer</b><br/>LiteratureReviewer<br/><i>Finds cited work.</i>"]
    critic["<b>critic</b><br/>Critic<br/><i>Attacks conclusions.</i>"]
    hub --> implementer
    hub --> datagenerator
    hub -->|"Quote primary sources only."| literature_reviewer
    hub --> critic
    implementer -.-> literature_reviewer
    datagenerator -.-> literature_reviewer
    classDef Strategizer fill:#1d4ed8,stroke:#1e3a8a,color:#fff,stroke-width:1px;
    classDef Implementer fill:#15803d,stroke:#14532d,color:#fff,stroke-width:1px;
    classDef Datagenerator fill:#b45309,stroke:#7c2d12,color:#fff,stroke-width:1px;
    classDef LiteratureReviewer fill:#6d28d9,stroke:#4c1d95,color:#fff,stroke-width:1px;
    classDef Critic fill:#b91c1c,stroke:#7f1d1d,color:#fff,stroke-width:1px;
    class hub Strategizer
    class implementer Implementer
    class datagenerator Datagenerator
    class literature_reviewer LiteratureReviewer
    class critic Critic`);
    expect(toMermaid(made)).toBe(toMermaid(studyTeam(defaultTeam)));
  });

  test('MM-04, MM-06: descriptions and preambles on one line, quotes softened, cut', () => {
    const long = 'word '.repeat(20);
    const drawn = toMermaid(
      studyTeam(
        `hub [type=agent, description="${long}"] w [type=agent, role=helper, description="say \\"hi\\"\\n <b>now</b>"] hub -> w [kind=delegates, preamble="${long}"]`,
      ),
    );
    expect(drawn).toContain(`<i>${long.slice(0, 45)}…</i>`);
    expect(drawn).toContain(`|"${long.slice(0, 34)}…"|`);
    expect(drawn).toContain("<i>say 'hi' &lt;b&gt;now&lt;/b&gt;</i>");
    expect(toMermaid(studyTeam('hub [type=agent, role=helper]'))).toContain('<i>helper</i>');
  });

  test('MM-07 to MM-09: other classes take four pairs in turn; one line of members a class', () => {
    const agents = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name} [type=agent, agent_class="${name.toUpperCase()}x", description=x]`);
    const drawn = toMermaid(studyTeam(`hub [type=agent, agent_class=Ax, description=x] ${agents.join(' ')}`)).split('\n');
    const fills = drawn.filter((line) => line.includes('classDef')).map((line) => /classDef (\w+) fill:(#\w+)/.exec(line)?.slice(1));
    expect(fills).toEqual([
      ['Ax', '#0f766e'],
      ['Bx', '#a16207'],
      ['Cx', '#be185d'],
      ['Dx', '#4338ca'],
      ['Ex', '#0f766e'],
    ]);
    expect(drawn).toContain('    class hub,a Ax');
  });

  test('MM-11: what Mermaid reserves gets an alias, the label keeps the id', () => {
    const drawn = toMermaid(
      studyTeam(
        'hub [type=agent, description=x] end [type=agent, description=x] "a.b-c" [type=agent, description=x] "a-b.c" [type=agent, description=x] hub -> end [kind=delegates] end -> "a.b-c" [kind=delegates]',
      ),
    );
    expect(drawn).toContain('n_end["<b>end</b>');
    expect(drawn).toContain('n_a_b_c["<b>a.b-c</b>');
    expect(drawn).toContain('n_a_b_c_2["<b>a-b.c</b>');
    expect(drawn).toContain('hub --> n_end\n    n_end -.-> n_a_b_c\n');
  });

  test('MM-10, MM-11: --flow adds stations and routes below the team, a highlight marks one node', () => {
    const graph = studyGraph(defaultTeam);
    const team = studyTeam(defaultTeam);
    const drawn = toMermaid(team, { flow: graph, highlight: 'close' });
    expect(drawn.startsWith(toMermaid(team))).toBe(true);
    expect(drawn.slice(toMermaid(team).length)).toBe(`
    start(("start"))
    exit(("exit"))
    close{{"<b>close</b><br/>study.close"}}
    start ==> hub
    hub ==> close
    close ==> exit
    hub ==>|"reprompt"| hub
    style close stroke:#f59e0b,stroke-width:4px`);
    expect(toMermaid(team, { highlight: 'hub' })).toContain('\n    style hub ');
    expect(toMermaid(team, { highlight: 'nobody' })).toBe(toMermaid(team));
  });

  test('MM-04, MM-11: no name and no description breaks a line or a quote', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        const value = JSON.stringify(text.replaceAll(/[\\\0]/g, ''));
        const lines = toMermaid(studyTeam(`hub [type=agent, description=${value}, agent_class=${value}]`)).split('\n');
        expect(lines.length).toBe(4);
        expect((lines[1] ?? '').match(/"/g)?.length).toBe(2);
        expect(lines[2]).toMatch(/^ {4}classDef \w+ fill/);
      }),
      { numRuns: 100 },
    );
  });
});
