import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonOf, lookupKeys, parseJsonNode, parseScript } from '../../src/index.ts';

function script(source: unknown) {
  const result = parseScript(JSON.stringify(source), 's.json');
  if ('errors' in result) throw new Error(result.errors.join('\n'));
  return result.script;
}

function errors(source: string): readonly string[] {
  const result = parseScript(source, 's.json');
  return 'errors' in result ? result.errors : [];
}

describe('backends.md 1: scripts', () => {
  test('the n-th call takes entry n, the last repeats, others take the default', () => {
    const made = script({ $schema: 'x', nodes: { a: [{ text: '1' }, { text: '2' }] }, default: { text: 'd' } });
    expect([1, 2, 3, 99].map((call) => made.entry('a', '', call)?.text)).toEqual(['1', '2', '2', '2']);
    expect(made.entry('b', '', 1)?.text).toBe('d');
    expect(script({ nodes: {} }).entry('b', '', 1)).toBeUndefined();
    expect(script({}).keys).toEqual([]);
  });

  test('in a child `<folder>/<id>` is looked up before `<id>`, the longest path first', () => {
    const made = script({ nodes: { a: [{ text: 'a' }], 'sub/a': [{ text: 'sub/a' }], 'top/sub/a': [{ text: 'top/sub/a' }] } });
    expect(made.entry('a', 'subgraph:sub', 1)?.text).toBe('sub/a');
    expect(made.entry('a', 'branch:p:1>subgraph:top>subgraph:sub', 1)?.text).toBe('top/sub/a');
    expect(made.entry('a', 'branch:p:1', 1)?.text).toBe('a');
    expect(lookupKeys('n', 'subgraph:s>cycle:boss:3')).toEqual(['s/boss/n', 'boss/n', 'n']);
  });

  test('every field of an entry', () => {
    const entry = {
      text: 't',
      outcome: { status: 'SUCCESS', context_updates: { __proto__: null, a: [1] } },
      usage: { input_tokens: 1, output_tokens: 2, cache_read_tokens: 3 },
      cost_usd: 0.25,
      delay_ms: 5,
      files: { 'a/b.txt': 'x' },
      exit: 3,
      stdout: 'o',
      stderr: 'e',
    };
    expect(script({ nodes: { n: [entry] } }).entry('n', '', 1)).toEqual({
      text: 't',
      outcome: { status: 'SUCCESS', context_updates: { a: [1] } },
      usage: { inputTokens: 1, outputTokens: 2, cacheReadTokens: 3 },
      costUsd: 0.25,
      delayMs: 5,
      files: new Map([['a/b.txt', 'x']]),
      exit: 3,
      stdout: 'o',
      stderr: 'e',
    });
    expect(script({ default: { error: { status: 503 } } }).entry('n', '', 1)?.error).toEqual({
      kind: 'http',
      status: 503,
      message: 'HTTP 503',
    });
    expect(script({ default: { error: { network: true, message: 'gone' } } }).entry('n', '', 1)?.error).toEqual({
      kind: 'network',
      message: 'gone',
    });
  });

  test('further fields can be registered (study-rulings.md H)', () => {
    const result = parseScript('{"default": {"calls": [1, 2]}}', 's.json', {
      extensions: { calls: (node) => (node.kind === 'array' ? node.items.length : undefined) },
    });
    expect('script' in result && result.script.entry('n', '', 1)?.extensions?.get('calls')).toBe(2);
  });
});

describe('backends.md 1: errors of a script name file, line and column', () => {
  test.each<[string, string[]]>([
    ['', ['s.json:1:1: expected a value, found the end of the text']],
    ['[]', ['s.json:1:1: a script is an object with "nodes" and "default"']],
    ['{"node": {}}', ["s.json:1:2: unknown key 'node'; known are nodes, default, $schema"]],
    ['{\n  "nodes": {"a": []}\n}', ["s.json:2:18: node 'a' needs a list with at least one entry"]],
    ['{"nodes": {"a": {"text": "x"}}}', ["s.json:1:17: node 'a' needs a list with at least one entry"]],
    ['{"nodes": {"a": ["x"]}}', ['s.json:1:18: an entry is an object, e.g. {"text": "done"}']],
    [
      '{"default": {"txt": "x"}}',
      [
        "s.json:1:14: unknown field 'txt' of an entry; known are text, outcome, usage, cost_usd, delay_ms, error, files, exit, stdout, stderr",
      ],
    ],
    ['{"default": {"text": 1}}', ["s.json:1:22: 'text' must be a text"]],
    ['{"default": {"delay_ms": -1}}', ["s.json:1:26: 'delay_ms' must be a number, 0 to 86400000"]],
    ['{"default": {"cost_usd": "1"}}', ["s.json:1:26: 'cost_usd' must be a number, at least 0"]],
    ['{"default": {"cost_usd": 1e999}}', ['s.json:1:26: the number 1e999 is too large to be held']],
    ['{"default": {"outcome": {"status": "fail", "x": -1e999}}}', ['s.json:1:49: the number -1e999 is too large to be held']],
    ['{"default": {"exit": 256}}', ["s.json:1:22: 'exit' must be a whole number, 0 to 255"]],
    ['{"default": {"outcome": {}}}', ["s.json:1:25: 'outcome' needs a 'status': success, partial_success, retry, fail, skipped"]],
    ['{"default": {"outcome": {"status": "ok"}}}', ["s.json:1:36: 'status' must be one of success, partial_success, retry, fail, skipped"]],
    [
      '{"default": {"usage": {"tokens": 1}}}',
      [
        "s.json:1:24: 'usage' has no field 'tokens'; known are input_tokens, output_tokens, reasoning_tokens, cache_read_tokens, cache_write_tokens",
      ],
    ],
    [
      '{"default": {"error": {"status": 429, "network": true}}}',
      ['s.json:1:23: \'error\' must be {"status": 429, "message": ".."} or {"network": true}'],
    ],
    [
      '{"default": {"text": "x", "error": {"network": true}}}',
      ["s.json:1:13: an entry with an 'error' has neither 'text' nor 'outcome': the call fails"],
    ],
    [
      '{"default": {"files": {"../x": ""}}}',
      ['s.json:1:24: the path "../x" leaves the working directory; paths are relative, without \'..\''],
    ],
    ['{"default": {"text": "ü", }}', ["s.json:1:27: expected a key in double quotes or '}', found '}'"]],
    ['{"default": {"text": yes}}', ["s.json:1:22: 'yes' is no JSON value; texts need double quotes"]],
    ['{"a": 1, "a": 2}', ['s.json:1:10: the key "a" stands twice in one object']],
    ['{"a": "b\nc"}', ['s.json:1:9: a raw control character in a text; write line breaks as \\n']],
    [`${'['.repeat(500)}`, ['s.json:1:202: nested deeper than 200 levels']],
    [
      '{"nodes": 1, "default": 2}',
      ['s.json:1:11: "nodes" is an object: node id -> list of entries', 's.json:1:25: an entry is an object, e.g. {"text": "done"}'],
    ],
  ])('%j', (source, expected) => {
    expect(errors(source)).toEqual(expected);
  });

  test('what JSON.parse reads is read the same, what it refuses is refused', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.boolean(), (value, pretty) => {
        const text = JSON.stringify(value, null, pretty ? 2 : 0);
        const node = parseJsonNode(text);
        expect('kind' in node && jsonOf(node)).toEqual(JSON.parse(text));
      }),
    );
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('{', '}', '[', ']', ',', ':', '"a"', '"', '1', '-', '01', 'true', 'nul', ' ', '\\'), { maxLength: 8 }),
        (tokens) => {
          const text = tokens.join('');
          let good = true;
          try {
            JSON.parse(text);
          } catch {
            good = false;
          }
          expect('kind' in parseJsonNode(text)).toBe(good);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
