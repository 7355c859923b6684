import { expect, test } from 'vitest';
import { attractor, folder } from '../attractor.ts';

const graph = `digraph p {
  graph [budget_usd=2, llm_provider=anthropic, default_fidelity="summary:low",
    model_stylesheet="* { llm_model: claude-sonnet-5-5; }
    .fast { llm_model: haiku; reasoning_effort: low; }"]
  start [shape=Mdiamond]
  exit [shape=Msquare]
  plan [prompt="Plan", class="fast"]
  review [prompt="Review it", llm_provider=openai, llm_model="house-model-1", fidelity=full, backend=llm]
  start -> plan -> review -> exit
  plan -> review [fidelity=truncate, condition="outcome=fail"]
}
`;
const bare = 'digraph b { start [shape=Mdiamond]; exit [shape=Msquare]; work [prompt="Work"]; start -> work -> exit }\n';

/** `what: value | why` of each choice, and the notes. */
async function choices(args: readonly string[], env: Record<string, string>): Promise<Record<string, string>> {
  const cwd = folder({ 'p.dot': graph, 'b.dot': bare });
  const { stdout, stderr, code } = await attractor(['explain', ...args, '--json'], { cwd, env });
  expect([stderr, code]).toEqual(['', 0]);
  const found: Record<string, string> = {};
  for (const text of stdout.trim().split('\n')) {
    const { what, value, why, note } = JSON.parse(text) as { what?: string; value: string; why: string; note?: string };
    if (what !== undefined) found[what] = `${value} | ${why}${note === undefined ? '' : ` | ${note}`}`;
  }
  return found;
}

const anthropic = { ANTHROPIC_API_KEY: 'a-key-0123456789' };

test('files.md 5: explain FILE NODE names the stylesheet rule with its line, the graph attribute, the default', async () => {
  expect(await choices(['p.dot', 'plan'], anthropic)).toEqual({
    backend: 'agent | default',
    provider: 'anthropic | graph attribute llm_provider (line 2)',
    model: "haiku | stylesheet .fast (line 4) | haiku is an alias of claude-haiku-*: the provider's list resolves it at its first use",
    effort: 'low | stylesheet .fast (line 4)',
    fidelity: 'summary:low | graph attribute default_fidelity (line 2)',
    budget: '$2.00 | graph attribute budget_usd; shared by the whole run',
  });
});

test('files.md 5: the node itself beats all; what a run would refuse is said; edges say their own fidelity', async () => {
  expect(await choices(['p.dot', 'review'], anthropic)).toEqual({
    backend: 'llm | the node (line 8)',
    provider: 'openai | the node (line 8) | a run would be refused: provider openai: no key for OpenAI: set OPENAI_API_KEY',
    model: 'house-model-1 | the node (line 8)',
    fidelity: 'full | the node (line 8); edges win: plan -> review: truncate',
    budget: '$2.00 | graph attribute budget_usd; shared by the whole run',
  });
});

test('files.md 5: flags, the environment and defaults decide where no attribute does', async () => {
  const openai = { OPENAI_API_KEY: 'a-key-0123456789' };
  expect(await choices(['b.dot', 'work'], openai)).toMatchObject({
    provider: 'openai | environment: the first provider that is set up (OPENAI_API_KEY)',
    model: 'gpt-5.6-sol | default of provider openai',
    fidelity: 'compact | default',
    budget: 'none | no limit is set',
  });
  const flags = ['--provider', 'gemini', '--model', 'gemini-2.5-pro', '--backend', 'llm', '--budget-usd', '3'];
  expect(await choices(['b.dot', 'work', ...flags], { GEMINI_API_KEY: 'a-key-0123456789' })).toMatchObject({
    backend: 'llm | flag --backend',
    provider: 'gemini | flag --provider',
    model: 'gemini-2.5-pro | flag --model',
    budget: '$3.00 | flag --budget-usd; shared by the whole run',
  });
  expect(await choices(['b.dot', 'work'], {})).toMatchObject({
    provider: expect.stringContaining('default; no provider has a key | a run would be refused'),
  });
  expect(await choices(['b.dot', 'work', '--simulate'], {})).toEqual({
    backend: 'simulate | a flag replaces every choice',
    fidelity: 'compact | default',
    budget: 'none | no limit is set',
  });
});
