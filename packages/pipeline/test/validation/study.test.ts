import { type Diagnostic, descriptorOf, graphDigest, graphValue, maxSteps, nodeValue, validate, windDownTime } from '@attractor/pipeline';
import { describe, expect, test } from 'vitest';
import { graphOf, nodeOf, prepareText, rulesOf } from '../helpers.ts';
import { study } from './study-cases.ts';

const found = (body: string): Diagnostic[] => validate(graphOf(body));
const message = (body: string, rule: string): string | undefined => found(body).find((item) => item.rule === rule)?.message;

describe('the ladder of a study graph', () => {
  const ladder = ['entry_required', 'not_an_agent', 'undeclared_node', 'entry_undeclared', 'missing_description'];
  const rungs = (body: string): string[] => rulesOf(found(body)).filter((rule) => ladder.includes(rule));

  test('GM-02, GM-07: the first class that fails is reported whole, the later ones are not', () => {
    const wrong =
      'x [prompt=p] y [prompt=p] w [type=agent] x -> y [kind=delegates] w -> nobody [kind=delegates] w -> none [kind=delegates]';
    expect(rungs(`study=true ${wrong}`)).toEqual(['entry_required']);
    expect(rungs(`study=true entry=z ${wrong}`)).toEqual(['not_an_agent']);
    const agents = wrong.replaceAll('[prompt=p]', '[type=agent]');
    expect(rungs(`study=true entry=z ${agents}`)).toEqual(['undeclared_node', 'undeclared_node']);
    expect(rungs('study=true entry=z w [type=agent]')).toEqual(['entry_undeclared']);
    expect(rungs('study=true entry=w w [type=agent]')).toEqual(['missing_description']);
    expect(rungs('study=true entry=w w [type=agent, description=x]')).toEqual([]);
  });

  test('GM-07, A17: the other rules run as always', () => {
    expect(rulesOf(found('study=true a [timeout=x]'))).toEqual(expect.arrayContaining(['entry_required', 'attribute_value', 'start_node']));
  });

  test('GM-03, GM-06: all names are told, sorted', () => {
    expect(message(study('zebra [prompt=p] ant [prompt=p] zebra -> ant [kind=delegates]'), 'not_an_agent')).toMatch(
      /^`ant`, `zebra` are no agents/,
    );
    expect(message(study('zebra [type=agent] ant [type=agent, description=" "]'), 'missing_description')).toMatch(
      /^`ant`, `zebra` have no `description`/,
    );
  });

  test('GM-04, GM-05, A17: an id without a statement is told once, with the declared names', () => {
    const body = study('worker [type=agent, description=x] hub -> wroker [kind=delegates]');
    expect(message(body, 'undeclared_node')).toBe(
      'the delegates edge hub -> wroker names `wroker`, which has no statement of its own; did you mean `worker`? Agents are hub, worker',
    );
    expect(rulesOf(found(body), 'error')).toEqual(['undeclared_node']);
    expect(
      rulesOf(found('study=true entry=hubb start [shape=Mdiamond] exit [shape=Msquare] hub [type=agent] start -> hubb -> exit'), 'error'),
    ).toEqual(['entry_undeclared']);
  });

  test('GM-08: cycles among delegates edges are legal', () => {
    const worker = 'w [type=agent, description=x, prompt=p] ';
    const cycles = 'hub -> w [kind=delegates] w -> hub [kind=delegates] w -> w [kind=delegates] hub -> hub [kind=delegates]';
    expect(rulesOf(found(study(worker + cycles)))).toEqual([]);
  });

  test('GM-14, A18: one pair may have an edge of each kind', () => {
    const both = 'w [type=agent, description=x, prompt=p] hub -> w [condition="preferred_label=stop"] hub -> w [kind=delegates] w -> close';
    expect(rulesOf(found(study(both)))).toEqual([]);
  });

  test('D4, A18: a repeated right is a WARNING, and an ERROR with pattern_key', () => {
    const twice = 'w [type=agent, description=x, prompt=p] hub -> w [kind=delegates] hub -> w [kind=delegates]';
    const severity = (body: string) => found(body).find(({ rule }) => rule === 'delegates_repeated')?.severity;
    expect(severity(study(twice))).toBe('warning');
    expect(severity(study(`${twice} pattern_key=k`))).toBe('error');
  });
});

describe('A1, A2: rules know what team nodes and stations are', () => {
  test('A2: descriptors of the study types', () => {
    const labels = (type: string) => descriptorOf(type).labels;
    expect(labels('agent')).toEqual(['reprompt', 'close', 'stop', 'end']);
    expect(labels('gate.deliverables')).toEqual(['pass', 'bounce', 'end']);
    expect(labels('gate.critic')).toEqual(['done', 'revise', 'unreviewed']);
    expect(descriptorOf('study.close').statuses).toEqual(['success', 'partial_success', 'fail']);
    for (const type of ['agent', 'gate.milestones', 'study.interview', 'study.close'])
      expect(descriptorOf(type)).toMatchObject({ decidedBy: 'engine', boundsOwnCycle: true, failIsOnlyFault: true });
  });

  test('GM-27: an agent out of reach is a WARNING only, a station out of reach an ERROR', () => {
    const alone = found(study('w [type=agent, description=x, prompt=p]'));
    expect(alone.map(({ rule, severity }) => `${severity} ${rule}`)).toEqual(['warning team_unreached']);
    expect(rulesOf(found(study('g [type="gate.milestones"] g -> close')), 'error')).toEqual(['reachability']);
    const inFlow = study('w [type=agent, description=x, prompt=p] hub -> w [kind=delegates] w -> close');
    expect(rulesOf(found(inFlow), 'error')).toEqual(['reachability']);
  });

  test('GM-28: missing labels are named', () => {
    const body = study(
      'g [type="gate.reproduce"] hub -> g [condition="preferred_label=close"] g -> close [condition="preferred_label=pass"]',
    );
    expect(message(body, 'study_route')).toBe(
      'no edge of `g` takes the label `bounce`, the label `failed`; add e.g. `[condition="preferred_label=bounce"]`',
    );
  });

  test('CG-04: without the right to the critic there are two WARNINGs, and no ERROR', () => {
    const critic = 'critic [type=agent, role=critic, description=x, prompt=p] ';
    const gate =
      'r [type="gate.critic", judge=critic] hub -> r [condition="preferred_label=close"] r -> hub [condition="preferred_label=revise"] r -> close';
    expect(
      found(study(critic + gate))
        .map(({ rule, severity }) => `${severity} ${rule}`)
        .sort(),
    ).toEqual(['warning judge_unknown', 'warning team_unreached']);
  });
});

describe('A3: limits of a study', () => {
  const long = (more: string) => graphOf(study(`budget="01:00:00" ${more}`));

  test('A3: budget is a duration or HH:MM:SS', () => {
    expect(graphValue(long(''), 'budget')).toBe(3_600_000);
    expect(graphValue(graphOf('budget="1h30m"'), 'budget')).toBeUndefined();
    expect(graphValue(graphOf('budget="90s"'), 'budget')).toBe(90_000);
    expect(message(study('budget="1:75:00"'), 'attribute_value')).toContain('HH:MM:SS');
  });

  test('A3: a study has 100,000 steps unless it says otherwise', () => {
    expect(maxSteps(long(''))).toBe(100_000);
    expect(maxSteps(long('max_steps=7'))).toBe(7);
    expect(maxSteps(graphOf('a'))).toBe(1000);
  });

  test('A3: the time a study needs to wind itself down', () => {
    expect(windDownTime(long(''))).toBe(2 * 3_600_000 + 240_000);
    expect(windDownTime(long('run_backstop_multiple=0'))).toBeUndefined();
    expect(windDownTime(graphOf('budget="1h"'))).toBeUndefined();
  });
});

describe('agent files', () => {
  const graph =
    'digraph { study=true entry=hub start [shape=Mdiamond] exit [shape=Msquare] close [type="study.close"] start -> hub -> close -> exit hub -> hub [condition="preferred_label=reprompt"] ';
  const hubFile = (text: string) => ({ '/p/agents/hub.md': text });
  const prepared = (file: string, attributes = '', more = '') =>
    prepareText(`${graph} hub [type=agent, agent="hub.md" ${attributes}] ${more} }`, { on: hubFile(file) });
  const text = `---
role: strategizer
description: Plans, delegates, concludes.
tools: [Done, WriteNote]
report_sections:
  - "### Findings"
  - "### Verdict"
model: big
max_history_pairs: 3
reset_on_checkpoint: false
mcp_servers: {search: {command: find-it, args: [x]}}
provider:
---

You are the hub. Use \`$HOME\`.
`;

  test('AG-01: front matter and prompt become attributes of the node', () => {
    const { graph: made, diagnostics } = prepared(text);
    expect(rulesOf(diagnostics)).toEqual([]);
    const hub = nodeOf(made, 'hub');
    expect(nodeValue(hub, 'role')).toBe('strategizer');
    expect(nodeValue(hub, 'tools')).toEqual(['Done', 'WriteNote']);
    expect(nodeValue(hub, 'report_sections')).toEqual(['### Findings', '### Verdict']);
    expect(nodeValue(hub, 'llm_model')).toBe('big');
    expect(nodeValue(hub, 'max_history_pairs')).toBe(3);
    expect(nodeValue(hub, 'reset_on_checkpoint')).toBe(false);
    expect(nodeValue(hub, 'mcp_servers')).toEqual({ search: { command: 'find-it', args: ['x'] } });
    expect(nodeValue(hub, 'prompt')).toBe('You are the hub. Use `$HOME`.');
    expect(hub.attributes.has('llm_provider')).toBe(false);
  });

  test('AG-03: the node overrides its file, the file the stylesheet, and what is not given resets nothing', () => {
    const hub = nodeOf(prepared(text, ', role=planner', 'model_stylesheet="* { model: small; provider: openai; }"').graph, 'hub');
    expect(nodeValue(hub, 'role')).toBe('planner');
    expect(nodeValue(hub, 'llm_model')).toBe('big');
    expect(nodeValue(hub, 'llm_provider')).toBe('openai');
    expect(nodeValue(nodeOf(prepared(text, ', llm_model=own').graph, 'hub'), 'llm_model')).toBe('own');
  });

  test('AG-01, C7: what is wrong with a file is said with its line', () => {
    const of = (file: string) => prepared(file, ', description=x').diagnostics.filter(({ rule }) => rule === 'agent_file');
    expect(of('---\nrole: a\nmax_history_pairs: many\n---\nbody')[0]?.message).toBe(
      '/p/agents/hub.md:3: `max_history_pairs` is "many", expected a whole number',
    );
    expect(of('---\nrole: [a\n---\nbody')[0]?.message).toMatch(/^\/p\/agents\/hub\.md:\d: /);
    expect(of('---\nrole: a\n')[0]?.message).toContain('never closed');
    expect(of('---\ntools: ["a,b"]\n---\n')[0]?.message).toContain('without commas');
    const unknown = of('---\ndescriptoin: x\n---\n')[0];
    expect([unknown?.severity, unknown?.message]).toEqual([
      'warning',
      '/p/agents/hub.md:2: `descriptoin` means nothing here; did you mean `description`?',
    ]);
    expect(of('---\ntimeout: 5\n---\n')[0]?.severity).toBe('warning');
    expect(of(`---\na: ${'['.repeat(50_000)}${']'.repeat(50_000)}\n---\n`)[0]?.message).toBe(
      '/p/agents/hub.md:2: the YAML is nested too deeply',
    );
    expect(of(`---\nrole: &a x\nrole: *a\n---\n`)[0]?.message).toMatch(/^\/p\/agents\/hub\.md:3: /);
    expect(of('---\nrole: 2001-01-01\n---\n')).toEqual([]);
    expect(of('just a prompt')).toEqual([]);
    const missing = prepareText(`${graph} hub [type=agent, agent="nobody.md", description=x] }`);
    expect(missing.diagnostics.find(({ rule }) => rule === 'agent_file')).toMatchObject({ severity: 'error', node: 'hub' });
  });

  test('C7: agent files belong to the digest', () => {
    expect(graphDigest(prepared(text).graph)).toBe(graphDigest(prepared(text).graph));
    expect(graphDigest(prepared(text).graph)).not.toBe(graphDigest(prepared(text.replace('You are', 'You were')).graph));
  });

  test('C7: in other graphs the attribute is somebody else’s', () => {
    expect(
      rulesOf(
        prepareText('digraph { start [shape=Mdiamond] exit [shape=Msquare] a [prompt=p, agent="claude"] start -> a -> exit }').diagnostics,
      ),
    ).toEqual([]);
  });

  test('language.md 2: names that only studies read are free elsewhere', () => {
    expect(rulesOf(found('budget="$5" max_ask=often a [tool=x, tols=y]'))).not.toContain('attribute_value');
    expect(rulesOf(found('a [tolls=y]'))).not.toContain('attribute_unknown');
    expect(rulesOf(found(study('max_ask=often')))).toContain('attribute_value');
    expect(message(study('hub [tolls=y]'), 'attribute_unknown')).toContain('did you mean `tools`');
  });
});
