import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ModelServer, startModelServer } from '../../../agent/test/support/model-server.ts';
import { attractor, folder, lastLine } from '../attractor.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

const main = `digraph main {
  graph [MORE]
  start [shape=Mdiamond]
  exit [shape=Msquare]
  plan [prompt="Plan"]
  code [prompt="Code", llm_provider=openai]
  odd [prompt="Odd", llm_provider=acme]
  gone [prompt="Gone", backend=nobody]
  sub [shape=folder, type=pipeline, dot_file="child.dot"]
  start -> plan -> code -> odd -> gone -> sub -> exit
}
`;
const child = `digraph child {
  start [shape=Mdiamond]
  exit [shape=Msquare]
  inner [prompt="Inner", llm_provider=gemini]
  local [prompt="Local", llm_provider="openai-compatible"]
  deeper [shape=folder, type=pipeline, dot_file="grandchild.dot"]
  start -> inner -> local -> deeper -> exit
}
`;
const grandchild =
  'digraph g { start [shape=Mdiamond]; exit [shape=Msquare]; leaf [prompt="x", llm_provider=openai]; start -> leaf -> exit }\n';

describe('§36: preflight', () => {
  test('§36: every model node, also of children and their children, is checked before the first node; one message holds it all', async () => {
    const cwd = folder({ 'main.dot': main.replace('MORE', ''), 'child.dot': child, 'grandchild.dot': grandchild });
    const refused = await attractor(['run', 'main.dot'], { cwd, env: { ANTHROPIC_API_KEY: 'a-key-0123456789' } });
    expect(refused.code).toBe(2);
    const reason = String(lastLine(refused)['reason']);
    expect(reason.split('\n')).toEqual([
      'preflight: 6 of 7 model nodes cannot run:',
      '  node code: provider openai: no key for OpenAI: set OPENAI_API_KEY (backend agent)',
      expect.stringMatching(
        /^ {2}node odd: unknown provider `acme`; providers: anthropic, openai, gemini, openai-compatible \(backend agent\)$/,
      ),
      expect.stringMatching(/^ {2}node gone: there is no backend `nobody`; backends: /),
      '  child.dot: node inner: provider gemini: no key for Google Gemini: set GEMINI_API_KEY or GOOGLE_API_KEY (backend agent)',
      expect.stringMatching(
        /^ {2}child\.dot: node local: provider openai-compatible: no address for .*: set OPENAI_COMPATIBLE_BASE_URL or OPENAI_BASE_URL/,
      ),
      '  grandchild.dot: node leaf: provider openai: no key for OpenAI: set OPENAI_API_KEY (backend agent)',
      'Nothing was run. --simulate runs the pipeline without models.',
    ]);
    expect(() => readFileSync(join(cwd, '.attractor'))).toThrow('ENOENT');
    expect((await attractor(['run', 'main.dot', '--dry-run', '--quiet'], { cwd })).code).toBe(0);
  });

  test('§36: a model that a provider has no default for is asked for', async () => {
    const cwd = folder({ 'a.dot': 'digraph a { start [shape=Mdiamond]; exit [shape=Msquare]; work [prompt="x"]; start -> work -> exit }' });
    const env = { OPENAI_COMPATIBLE_BASE_URL: 'http://127.0.0.1:9/v1' };
    const refused = await attractor(['run', 'a.dot', '--provider', 'openai-compatible'], { cwd, env });
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('provider openai-compatible has no default model; set llm_model or --model');
  });
});

const priced = (attributes: string): string => `digraph priced {
  graph [budget_usd=5]
  start [shape=Mdiamond]
  exit [shape=Msquare]
  known [prompt="x"]
  plan [prompt="x", llm_model="house-model-1"]
  sub [shape=folder, type=pipeline, dot_file="inner.dot"]
  ${attributes}
  start -> known -> plan -> sub -> exit
}
`;
const inner =
  'digraph i { start [shape=Mdiamond]; exit [shape=Msquare]; leaf [prompt="x", llm_model="house-model-1"]; again [prompt="x", llm_model="house-model-1"]; start -> leaf -> again -> exit }\n';

describe('backends.md 4: prices under a money budget', () => {
  const warnings = (events: string): { seq: number; message: string }[] =>
    events
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; seq: number; message: string })
      .filter(({ type }) => type === 'warning');

  test('backends.md 4: an unknown price is told once, before the first node, with model, nodes and what to add', async () => {
    server.say({ text: 'ok' });
    const cwd = folder({ 'p.dot': priced(''), 'inner.dot': inner });
    const finished = await attractor(['run', 'p.dot', '--json'], { cwd, env: server.environment() });
    expect(finished.code).toBe(0);
    const found = warnings(finished.stdout);
    expect(found.map(({ message }) => message)).toEqual([
      'the price of anthropic/house-model-1 is unknown: the budget of $5.00 does not count the calls of nodes plan, inner.dot: leaf, inner.dot: again; add "anthropic/house-model-1": {"input": USD, "output": USD} (per million tokens) under "models" in .attractor/prices.json, or in the file that ATTRACTOR_PRICES names',
    ]);
    const firstNode = finished.stdout.split('\n').findIndex((line) => line.includes('"node.started"'));
    const warned = finished.stdout.split('\n').findIndex((line) => line.includes('"type":"warning"'));
    expect(warned).toBeGreaterThan(-1);
    expect(warned).toBeLessThan(firstNode);
  });

  test('backends.md 4: a price of one’s own counts; a table that cannot be used is refused with all that is wrong', async () => {
    server.say({ text: 'ok' });
    const prices = { models: { 'anthropic/house-*': { input: 1, output: 1 } } };
    const cwd = folder({ 'p.dot': priced(''), 'inner.dot': inner, '.attractor/prices.json': JSON.stringify(prices) });
    const finished = await attractor(['run', 'p.dot', '--json'], { cwd, env: server.environment() });
    expect(warnings(finished.stdout)).toEqual([]);
    const broken = folder({ 'p.dot': priced(''), 'inner.dot': inner, 'mine.json': '{"models": {"x": {"input": -1}}}' });
    const refused = await attractor(['run', 'p.dot'], { cwd: broken, env: { ...server.environment(), ATTRACTOR_PRICES: 'mine.json' } });
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('the prices mine.json cannot be used:');
    expect(refused.stderr).toContain('x: a key is `provider/model`');
    expect(refused.stderr).toContain('`input` must be a number that is not negative');
  });

  test('backends.md 4: a budget that is used up says how to raise it; the limit is told at 80 per cent', async () => {
    server.say({ text: 'ok' });
    const many = Array.from({ length: 12 }, (_, i) => `n${i}`);
    const chain = `digraph c { start [shape=Mdiamond]; exit [shape=Msquare]; ${many.map((id) => `${id} [prompt="x"]`).join('; ')}; start -> ${many.join(' -> ')} -> exit }`;
    const prices = { models: { 'anthropic/*': { input: 1000, output: 100 } } };
    const cwd = folder({ 'c.dot': chain, '.attractor/prices.json': JSON.stringify(prices) });
    const env = server.environment();
    const halted = await attractor(['run', 'c.dot', '--backend', 'llm', '--budget-usd', '1.5'], { cwd, env });
    expect(halted.code).toBe(5);
    expect(halted.stderr).toMatch(/usd budget: \$1\.\d+ of \$1\.50 used/);
    expect(halted.stderr).toMatch(/next +attractor resume \S+ --budget-usd USD/);
    const done = await attractor(['resume', 'latest', '--budget-usd', '50', '--quiet'], { cwd, env });
    expect(done.code).toBe(0);
    expect(lastLine(done)).toMatchObject({ status: 'success', cost_usd: expect.closeTo(12 * 0.155, 6) });
  });
});
