import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  allDiagnostics,
  codeActions,
  completion,
  createSnapshot,
  definition,
  documentSymbols,
  foldingRanges,
  formatting,
  hover,
  lenses,
  nodeReferences,
  prepareRename,
  rename,
  semanticTokens,
} from '@attractor/lsp';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { snapshotOf } from '../support/markers.ts';

const runs = Number(process.env['ATTRACTOR_FUZZ'] ?? 25);

/** Everything an editor may ask about a text and a place in it. */
function askAll(text: string, at: number): void {
  const snapshot = snapshotOf(text, { 'a.md': 'x' });
  const inside = (range: { readonly start: number; readonly end: number }): void => {
    expect(range.start).toBeGreaterThanOrEqual(0);
    expect(range.end).toBeGreaterThanOrEqual(range.start);
    expect(range.end).toBeLessThanOrEqual(text.length);
  };
  for (const item of completion(snapshot, at)) {
    inside(item.range);
    expect(snapshot.source.lineAt(item.range.start)).toBe(snapshot.source.lineAt(item.range.end));
  }
  const { diagnostics } = allDiagnostics(snapshot);
  for (const { range } of diagnostics) if (range !== undefined) inside(range);
  for (const { edits } of codeActions(snapshot, diagnostics, { start: at, end: at })) for (const { range } of edits) inside(range);
  const found = hover(snapshot, at);
  if (found !== undefined) inside(found.range);
  const target = definition(snapshot, at);
  if (target?.kind === 'place') inside(target.range);
  for (const { range } of nodeReferences(snapshot, at, true)) inside(range);
  const renamed = prepareRename(snapshot, at);
  if (renamed !== undefined) inside(renamed.range);
  rename(snapshot, at, 'other_name');
  for (const { range, nameRange } of documentSymbols(snapshot)) {
    inside(range);
    inside(nameRange);
  }
  foldingRanges(snapshot);
  for (const span of semanticTokens(snapshot)) inside(span);
  for (const { range } of formatting(snapshot)) inside(range);
  for (const { range } of lenses(snapshot)) inside(range);
}

const sample = `digraph g {
  graph [goal="Ship 𝔊", params="a, b=1", model_stylesheet="* { backend: llm; } .x, #work { timeout: 5m; /* c */ }"]
  node [timeout=5m] // note
  # line
  start [shape=Mdiamond]; done [shape=Msquare]
  subgraph s { label="Deep \\"one\\""; work [prompt="do $goal \\n \${a}" + "more", human.default_choice=x]; }
  check [shape=parallelogram, tool_command="set -o pipefail; make | tail -1 && echo '$work.x' $(date)", retry_target=work]
  start -> work -> check:n -> { done other } [condition="outcome=success && !(context.check.output contains 'x')"]
  check -> work [label=<<b>x</b>>, loop_restart=true feedback_from="work, check"]
}`;

const pieces = [
  ...[
    'digraph',
    '{',
    '}',
    '[',
    ']',
    '=',
    ',',
    ';',
    '->',
    '--',
    ':',
    '+',
    '"',
    '\\',
    '\n',
    '\r\n',
    ' ',
    '/*',
    '*/',
    '//',
    '#',
    '<',
    '>',
    '$',
    '${',
    '@',
    '.',
  ],
  ...[
    'node',
    'edge',
    'graph',
    'subgraph',
    'a',
    'b',
    'start',
    'prompt',
    'condition',
    'model_stylesheet',
    'tool_command',
    'retry_target',
    'outcome',
    '𝔊',
    '\ufeff',
    '\ud800',
  ],
];

describe('a text in the middle of typing', () => {
  it('language.md 1: every question about every prefix of a graph is answered', () => {
    for (let end = 0; end <= sample.length; end += 13) askAll(sample.slice(0, end), end);
  });

  it('language.md 1: every place of the whole', () => {
    for (let at = 0; at <= sample.length; at += 23) askAll(sample, at);
  });

  it('language.md 1: a text without a piece, at that place', () => {
    fc.assert(
      fc.property(fc.nat(sample.length), fc.nat(40), fc.constantFrom('', ...pieces), (at, length, put) => {
        askAll(sample.slice(0, at) + put + sample.slice(at + length), at + put.length);
      }),
      { numRuns: runs },
    );
  });

  it('language.md 1: any pieces in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 60 }), fc.double({ min: 0, max: 1, noNaN: true }), (parts, where) => {
        const text = parts.join('');
        askAll(text, Math.floor(where * text.length));
      }),
      { numRuns: runs * 3 },
    );
  });
});

const corpus = fileURLToPath(new URL('../../../../../shared/corpus/', import.meta.url));

describe.skipIf(!existsSync(corpus))('graphs of strangers', () => {
  it('are answered at some places each, and their nodes can be renamed', () => {
    for (const name of readdirSync(corpus).filter((file) => file.endsWith('.dot'))) {
      const text = readFileSync(`${corpus}${name}`, 'utf8');
      const snapshot = createSnapshot({ text, uri: name });
      for (const part of [0.2, 0.5, 0.8]) {
        const at = Math.floor(text.length * part);
        completion(snapshot, at);
        hover(snapshot, at);
      }
      semanticTokens(snapshot);
      const node = [...snapshot.graph.nodes.values()].find(({ type, implicit }) => type === 'codergen' && !implicit);
      if (node === undefined || snapshot.tree.diagnostics.some(({ severity }) => severity === 'error')) continue;
      const result = rename(snapshot, node.range.start, 'renamed_by_test');
      expect(result, name).toMatchObject({ ok: true });
    }
  });
});
