import type { Message, ModelRequest } from '@attractor/llm';
import { expect, test } from 'vitest';
import { anthropicBody } from '../../src/providers/anthropic/request.ts';

const tool = (name: string) => ({ name, description: name, parameters: { type: 'object' } });
const user = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] });
const turn = (at: number): Message[] => [
  { role: 'assistant', content: [{ type: 'tool_call', id: `c${at}`, name: 'a', input: {} }] },
  { role: 'tool', content: [{ type: 'tool_result', callId: `c${at}`, content: [{ type: 'text', text: `r${at}` }] }] },
];
const conversation = (turns: number): ModelRequest => ({
  model: 'claude-opus-5-5',
  system: 'Be brief.',
  tools: [tool('a'), tool('b')],
  messages: [user('go'), ...Array.from({ length: turns }, (_, at) => turn(at)).flat()],
});

/** Paths of the breakpoints. */
function breakpoints(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const here = 'cache_control' in value ? [path] : [];
  return [
    ...here,
    ...Object.entries(value).flatMap(([key, inner]) => (key === 'cache_control' ? [] : breakpoints(inner, `${path}/${key}`))),
  ];
}

test('backends.md 4: breakpoints on tools, system and the conversation, four at most', () => {
  expect(breakpoints(anthropicBody(conversation(3)))).toEqual(['/messages/4/content/0', '/messages/6/content/0', '/system/0', '/tools/1']);
});

test('backends.md 4: each turn finds the breakpoint that the turn before wrote', () => {
  for (let turns = 1; turns < 6; turns += 1) {
    const written = breakpoints(anthropicBody(conversation(turns)))
      .filter((path) => path.startsWith('/messages'))
      .at(-1);
    expect(breakpoints(anthropicBody(conversation(turns + 1)))).toContain(written);
  }
});

test('backends.md 4: what was sent before is sent again byte for byte, breakpoints aside', () => {
  const plain = (turns: number) =>
    anthropicBody({ ...conversation(turns), cache: false }).messages.map((message) => JSON.stringify(message));
  expect(plain(6).slice(0, plain(5).length)).toEqual(plain(5));
});

test('backends.md 4: caching can be switched off', () => {
  expect(breakpoints(anthropicBody({ ...conversation(2), cache: false }))).toEqual([]);
});

test('backends.md 4: turns alternate, blank text is left out, ids are in the API’s alphabet', () => {
  const { messages } = anthropicBody({
    model: 'm',
    messages: [
      user('a'),
      user('b'),
      {
        role: 'assistant',
        content: [
          { type: 'text', text: ' ' },
          { type: 'tool_call', id: 'call:1|x', name: 'a', input: {} },
        ],
      },
      { role: 'tool', content: [{ type: 'tool_result', callId: 'call:1|x', content: [] }] },
      user('c'),
    ],
  });
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  expect(JSON.stringify(messages)).not.toContain('call:1');
  expect(messages[1]?.content).toHaveLength(1);
  expect(messages[2]?.content).toMatchObject([
    { type: 'tool_result', tool_use_id: 'call_1_x' },
    { type: 'text', text: 'c' },
  ]);
});

test('backends.md 2: an output schema is closed where it was open, at any depth', () => {
  const schema = { type: 'object', properties: { list: { type: 'array', items: { type: 'object', properties: {} } } } };
  const { output_config } = anthropicBody({ model: 'm', messages: [], responseFormat: { type: 'json_schema', name: 'x', schema } });
  expect(output_config?.format?.schema).toEqual({
    type: 'object',
    additionalProperties: false,
    properties: { list: { type: 'array', items: { type: 'object', properties: {}, additionalProperties: false } } },
  });
});
