import { agentBackend, createBackendRegistry } from '@attractor/agent';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ModelServer, type Said, startModelServer, type WireName } from '../../packages/agent/test/support/model-server.ts';
import { type Place, place, type Ran, removeFolders, resume, run } from '../../packages/handlers/test/support/pipeline-run.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(async () => {
  removeFolders();
  await server.close();
}, 60_000);

function graph(attributes: string): string {
  return `digraph one {
  start [shape=Mdiamond]
  exit [shape=Msquare]
  work [prompt="Work", retry_policy=none, max_retries=0, ${attributes}]
  start -> work -> exit
}
`;
}

function servicesOf(wire: WireName) {
  const environment = server.environment(wire);
  return { environment, backends: createBackendRegistry([agentBackend({ environment })]), backend: { default: 'agent' } };
}

async function play(wire: WireName, said: readonly Said[], attributes = 'label=work'): Promise<Ran & { readonly at: Place }> {
  server.sayAs(wire, ...said);
  const at = place({ 'main.dot': graph(attributes) });
  return { ...(await run({ at, services: servicesOf(wire) })), at };
}

const shell = (command: string): Said => ({ calls: [['shell', { command }]] });
const report = (input: Record<string, string>): NonNullable<Said['calls']>[number] => ['report_outcome', input];

interface Row {
  readonly fault: string;
  readonly said: readonly Said[];
  readonly attributes?: string;
  readonly end: { readonly status: string; readonly reason: string | RegExp };
  /** Of the node's `node.completed`. */
  readonly node: { readonly status: string; readonly is_explicit: boolean };
  readonly calls: number;
}

const rows: readonly Row[] = [
  {
    fault: 'a login that expired',
    said: [{ error: 'auth' }],
    end: { status: 'fail', reason: /login refused: check the key of provider \w+; attractor doctor --deep tries it/ },
    node: { status: 'fail', is_explicit: false },
    calls: 1,
  },
  {
    fault: 'a login that expires in the middle',
    said: [shell('echo kept > kept.txt'), { error: 'auth' }],
    end: { status: 'fail', reason: /login refused/ },
    node: { status: 'fail', is_explicit: false },
    calls: 2,
  },
  {
    fault: 'a turn limit',
    said: [shell('echo 1'), shell('echo 2'), { text: 'too late' }],
    attributes: 'max_turns=2',
    end: { status: 'fail', reason: /turn_limit: the agent was not done after 2 turns \(max_turns\); its work is kept/ },
    node: { status: 'fail', is_explicit: false },
    calls: 2,
  },
  {
    fault: 'a tool loop',
    said: [shell('echo same')],
    end: { status: 'fail', reason: /tool_loop: the model made the same call of shell with the same result 6 times/ },
    node: { status: 'fail', is_explicit: false },
    calls: 6,
  },
  {
    fault: 'an empty answer',
    said: [{ text: '' }],
    end: { status: 'fail', reason: /empty response/ },
    node: { status: 'fail', is_explicit: false },
    calls: 1,
  },
  {
    fault: 'an empty answer after work was done',
    said: [shell('true'), { text: '' }],
    end: { status: 'success', reason: '' },
    node: { status: 'success', is_explicit: false },
    calls: 2,
  },
  {
    fault: 'an empty answer of a gate after work was done',
    said: [shell('true'), { text: '' }],
    attributes: 'goal_gate=true',
    end: { status: 'fail', reason: /empty response/ },
    node: { status: 'fail', is_explicit: false },
    calls: 2,
  },
  {
    fault: 'prose on a gate',
    said: [{ text: 'All good, I think.' }],
    attributes: 'goal_gate=true',
    end: { status: 'fail', reason: /goal gate 'work' answered without/ },
    node: { status: 'fail', is_explicit: false },
    calls: 1,
  },
  {
    fault: 'prose on a gate, and a verdict at the second attempt',
    said: [{ text: 'All good, I think.' }, { calls: [report({ status: 'success' })] }],
    attributes: 'goal_gate=true, retry_policy=standard, max_retries=1',
    end: { status: 'success', reason: '' },
    node: { status: 'success', is_explicit: true },
    calls: 2,
  },
  {
    fault: 'prose elsewhere',
    said: [{ text: 'All good, I think.' }],
    end: { status: 'success', reason: '' },
    node: { status: 'success', is_explicit: false },
    calls: 1,
  },
  {
    fault: 'prose that contradicts the tool call',
    said: [{ text: 'Everything passed! {"status": "success"}', calls: [report({ status: 'fail', failure_reason: 'two tests fail' })] }],
    attributes: 'goal_gate=true',
    end: { status: 'fail', reason: /two tests fail/ },
    node: { status: 'fail', is_explicit: true },
    calls: 1,
  },
  {
    fault: 'several verdicts, the last of them wrong',
    said: [
      {
        calls: [
          report({ status: 'fail', failure_reason: 'no' }),
          report({ status: 'success', notes: 'yes' }),
          report({ status: 'perhaps' }),
        ],
      },
    ],
    attributes: 'goal_gate=true',
    end: { status: 'success', reason: '' },
    node: { status: 'success', is_explicit: true },
    calls: 1,
  },
  {
    fault: 'several verdicts in a text',
    said: [{ text: 'First {"status": "success"}, but then {"status": "fail", "failure_reason": "it broke"}.' }],
    end: { status: 'fail', reason: /it broke/ },
    node: { status: 'fail', is_explicit: true },
    calls: 1,
  },
];

describe.each(['anthropic', 'openai', 'gemini'] as const)('backends.md 4: faults in whole runs, %s', (wire) => {
  test.each(rows)('backends.md 4: $fault', async ({ said, attributes, end, node, calls }) => {
    const ran = await play(wire, said, attributes);
    expect(ran.result.status).toBe(end.status);
    if (typeof end.reason === 'string') expect(ran.result.reason).toBe(end.reason);
    else expect(ran.result.reason).toMatch(end.reason);
    const done = ran.events.find((event) => event.type === 'node.completed' && event.node === 'work');
    expect(done).toMatchObject(node);
    expect(server.received).toHaveLength(calls);
    // Whatever the end, what was paid for is counted: each answer of these servers has 50 tokens.
    const answered = said[said.length - 1]?.error === undefined ? calls : calls - 1;
    expect(ran.result.usage.outputTokens).toBe(answered * 50);
  });
});

describe('backends.md 4: a quota that is used up', () => {
  test('engine.md 4: halts the run resumably in the middle of a session, burns no retries, and the run goes on later', async () => {
    const { result, at } = await play('openai', [shell('echo one'), { error: 'quota' }], 'max_retries=3, retry_policy=standard');
    expect(result).toMatchObject({ status: 'halted', reason: expect.stringContaining('quota exhausted: ') });
    expect(server.received).toHaveLength(2);
    server.sayAs('openai', { calls: [report({ status: 'success' })] });
    const again = await resume({ at, services: servicesOf('openai') });
    expect(again.result.status).toBe('success');
    expect(again.result.usage.outputTokens).toBe(100);
  });
});
