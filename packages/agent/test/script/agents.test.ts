import { describe, expect, test } from 'vitest';
import { parseScript, type Script } from '../../src/index.ts';

const agents = new Set(['hub', 'worker']);

function parse(value: unknown): Script {
  const read = parseScript(typeof value === 'string' ? value : JSON.stringify(value), 's.json', { agents });
  if ('errors' in read) throw new Error(read.errors.join('\n'));
  return read.script;
}

function errors(value: unknown, options = { agents }): readonly string[] {
  const read = parseScript(JSON.stringify(value), 's.json', options);
  return 'errors' in read ? read.errors : [];
}

describe('study-rulings.md H: scripts of agents', () => {
  test('study-rulings.md H: rounds of every kind, entries by invoke, usage by round', () => {
    const script = parse({
      nodes: {
        hub: [
          {
            calls: [
              { tool: 'Delegate', args: { target: 'worker' }, as: 'd', expect: 'D001' },
              [{ tool: 'Read', args: {} }, { tool: 'Grep' }],
              { error: { status: 529 } },
              { delay_ms: 5 },
              { until: 'D002:RUNNING' },
            ],
            text: 'end',
            usage: [{ input_tokens: 1 }, { output_tokens: 2 }],
            cost_usd: [0.5, 1],
          },
        ],
        worker: [[{ text: 'first' }, { text: 'corrected' }], { text: 'second' }],
        'worker/D007': [{ text: 'seven' }],
        plain: [{ text: 'x', outcome: { status: 'success' } }],
      },
      default: { text: 'fallback' },
    });
    expect(script.items('hub')?.[0]).toEqual({
      calls: [
        { kind: 'calls', calls: [{ tool: 'Delegate', args: { target: 'worker' }, as: 'd', expect: 'D001' }] },
        {
          kind: 'calls',
          calls: [
            { tool: 'Read', args: {} },
            { tool: 'Grep', args: {} },
          ],
        },
        { kind: 'error', error: { kind: 'http', status: 529, message: 'HTTP 529' } },
        { kind: 'delay', delayMs: 5 },
        { kind: 'until', id: 'D002', status: 'RUNNING' },
      ],
      text: 'end',
      usages: [
        { inputTokens: 1, outputTokens: 0 },
        { inputTokens: 0, outputTokens: 2 },
      ],
      costs: [0.5, 1],
    });
    expect(script.items('worker')).toEqual([[{ text: 'first' }, { text: 'corrected' }], { text: 'second' }]);
    expect(script.items('worker/D007')).toEqual([{ text: 'seven' }]);
    expect(script.items('nobody')).toBeUndefined();
    expect(script.fallback).toEqual({ text: 'fallback' });
    expect(script.entry('plain', '', 1)).toMatchObject({ text: 'x' });
  });

  test.each([
    [{ nodes: { hub: [{ files: { 'a.txt': 'x' } }] } }, /s\.json:1:\d+: 'files' is not for an agent of a study: .*Write/],
    [{ nodes: { 'hub/review': [{ outcome: { status: 'success' } }] } }, /'outcome' is not for an agent/],
    [{ nodes: { worker: [[{ outcome: { status: 'success' } }]] } }, /'outcome' is not for an agent/],
    [{ nodes: { plain: [{ calls: [] }] } }, /'calls' is only for agents/],
    [{ nodes: { plain: [[{ text: 'x' }]] } }, /an entry is an object/],
    [{ nodes: { plain: [{ usage: [{ input_tokens: 1 }] }] } }, /'usage' must be an object/],
    [{ nodes: { hub: [{ calls: {} }] } }, /'calls' must be a list of rounds/],
    [{ nodes: { hub: [{ calls: [[]] }] } }, /at least one call/],
    [{ nodes: { hub: [{ calls: [{ args: {} }] }] } }, /needs a 'tool'/],
    [{ nodes: { hub: [{ calls: [{ tool: 'X', args: [] }] }] } }, /'args' must be an object/],
    [{ nodes: { hub: [{ calls: [{ tool: 'X', arguments: {} }] }] } }, /unknown field 'arguments' of a call/],
    [{ nodes: { hub: [{ calls: [{ tool: 'X', as: 'two words' }] }] } }, /'as' must be a name/],
    [{ nodes: { hub: [{ calls: [{ tool: 'X', expect: '/(/' }] }] } }, /'expect' is no regular expression/],
    [{ nodes: { hub: [{ calls: [{ until: 'soon' }] }] } }, /'until' must be an id and a status/],
    [{ nodes: { hub: [{ calls: ['Done'] }] } }, /a call is an object/],
  ])('study-rulings.md H: refused with its place: %j', (script, message) => {
    expect(errors(script)).toEqual([expect.stringMatching(message)]);
  });

  test('study-rulings.md H: without a study nobody makes calls, not even by default', () => {
    expect(errors({ default: { calls: [{ tool: 'Done' }] } }, { agents: new Set() })).toEqual([
      expect.stringMatching(/'calls' is only for agents/),
    ]);
    expect(errors({ default: { calls: [{ tool: 'Done' }] } })).toEqual([]);
  });
});
