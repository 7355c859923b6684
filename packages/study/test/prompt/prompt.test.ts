import { type Arms, featureNames, gatedText, type StudyTool, systemPrompt, toolsSection } from '@attractor/study';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultTeam, studyTeam } from '../team/graphs.ts';

const arms = (off: readonly string[] = []): Arms => Object.fromEntries(featureNames.map((name) => [name, !off.includes(name)])) as Arms;
const tool = (name: string, description: string, parameters: StudyTool['parameters'] = {}): [string, StudyTool] => [
  name,
  { name, description, parameters, kind: 'protocol', run: () => '' },
];
const tools = new Map([
  tool('WriteNote', 'Keeps a note.', { type: 'object', properties: { name: {}, content: {} }, required: ['name', 'content'] }),
  tool('Delegate', 'Starts a delegation.', { properties: { target: {}, wait: { default: false }, namespace: {} }, required: ['target'] }),
]);

describe('GM-23, RS-20: fragments of a prompt', () => {
  const facts = { arms: arms(['budget_notes']), nodes: new Set(['critic']), tools: new Set(['Evaluate']) };
  const of = (text: string) => gatedText(text, facts).text;

  test('GM-23: a fragment disappears when its node, tool or feature is absent', () => {
    const fragment = (gate: string) => `before\n<!-- if ${gate} -->\nfragment\n<!-- end -->\nafter`;
    for (const gate of ['node:critic', 'tool:Evaluate', 'feature:hypothesis_ledger', '!feature:budget_notes', 'node:critic !tool:Bash'])
      expect(of(fragment(gate))).toBe('before\nfragment\nafter');
    for (const gate of ['node:nobody', 'tool:Bash', 'feature:budget_notes', '!node:critic', 'node:critic tool:Bash'])
      expect(of(fragment(gate))).toBe('before\nafter');
  });

  test('GM-23: fragments nest', () => {
    const text =
      'a\n<!-- if node:critic -->\nb\n<!-- if tool:Bash -->\nc\n<!-- end -->\nd\n<!-- end -->\n<!-- if tool:Bash -->\n<!-- if node:critic -->\ne\n<!-- end -->\n<!-- end -->\nf';
    expect(of(text)).toBe('a\nb\nd\nf');
  });

  test('GM-23: markers that mean nothing are told with their line', () => {
    const { problems } = gatedText('a\n<!-- end -->\n<!-- if critic -->\n<!-- if feature:hypotheses -->', facts);
    expect(problems.map(({ line }) => line)).toEqual([2, 3, 4, 3, 4]);
    expect(problems.map(({ message }) => message).join('\n')).toMatch(/`critic` is no gate[\s\S]*`feature:hypotheses` names no feature/);
  });

  test('GM-23: any text comes out without a fault, and without markers it is kept', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('x', '<!-- if tool:A -->', '<!-- end -->', '<!-- if -->', '', '```')), (lines) => {
        const text = lines.join('\n');
        const result = of(text);
        if (!text.includes('<!--')) expect(result).toBe(text.replaceAll(/\n{3,}/g, '\n\n').trim());
        expect(result).not.toContain('<!-- end');
      }),
    );
  });
});

describe('the system prompt of an agent', () => {
  const team = studyTeam(
    `${defaultTeam} critic [prompt="You attack.", report_sections="### Findings,### Verdict"] hub [prompt="You plan.\\n<!-- if node:critic -->\\nAsk the critic.\\n<!-- end -->"]`,
  );
  const prompt = (name: string, purpose: 'turn' | 'worker', more = {}) => {
    const agent = team.agents.get(name);
    if (agent === undefined) throw new Error(name);
    return systemPrompt({ agent, team, arms: arms(), purpose, tools, ...more });
  };

  test('AG-22, AG-28: a worker is told the sections of its own report and the four bullets', () => {
    const text = prompt('critic', 'worker');
    expect(text).toContain('## Report\n### Findings\n### Verdict\n### Retrospective\n- CONSISTENCY:');
    for (const bullet of ['DECISION', 'FRICTION', 'BLOCKED']) expect(text).toContain(`- ${bullet}:`);
    expect(text).not.toContain('### Actions taken');
    expect(prompt('critic', 'worker', { arms: arms(['delegation_contract']) })).not.toContain('### Findings');
    expect(prompt('hub', 'turn')).not.toContain('## Report');
  });

  test('GM-23, GM-26: the gated prompt, then the team', () => {
    const text = prompt('hub', 'turn');
    expect(text.startsWith('You plan.\nAsk the critic.\n')).toBe(true);
    expect(text).toContain('## The team\n\n- hub (strategizer) (you): Plans');
    const alone = studyTeam('hub [type=agent, description=x, prompt=p]');
    const agent = alone.agents.get('hub');
    if (agent !== undefined) expect(systemPrompt({ agent, team: alone, arms: arms(), purpose: 'turn', tools: new Map() })).toBe('p');
  });

  test('AG-04: base_prompt="Default" keeps the backend’s own prompt, else it is replaced', () => {
    const kept = studyTeam('hub [type=agent, description=x, prompt=p, base_prompt=Default]').agents.get('hub');
    if (kept === undefined) throw new Error('no hub');
    expect(systemPrompt({ agent: kept, team, arms: arms(), purpose: 'turn', tools: new Map(), base: 'Own.' }).startsWith('Own.\n\np')).toBe(
      true,
    );
    expect(prompt('hub', 'turn', { base: 'Own.' })).not.toContain('Own.');
  });

  test('AG-30: the tools that are there, sorted, with their arguments', () => {
    expect(toolsSection(tools)).toBe(
      '<tools>\n- Delegate(target, wait=false, namespace?): Starts a delegation.\n- WriteNote(name, content): Keeps a note.\n</tools>',
    );
    expect(toolsSection(new Map())).toBe('');
  });
});
