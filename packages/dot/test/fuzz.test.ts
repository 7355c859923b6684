import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeSource, parse } from '../src/index.ts';
import { checkTree } from './check-tree.ts';
import { corpusBytes, corpusFiles } from './corpus.ts';

const RUNS = Number(process.env['ATTRACTOR_FUZZ'] ?? 2000);
const LARGEST = 20_000; // bytes: larger files only make the same runs slower
const SLOWEST = 2000; // milliseconds for one text on a busy machine: a hang, not a slow run

const OWN = [
  'digraph G {\n  graph [goal="x \\"y\\""]\n  node [shape=box]\n  a -> {b; c} -> d [label="l" + "m", weight=3]\n  # c\n  subgraph s { e:n -> f } /* c */\n}\n',
  '\ufeffdigraph "é" {\r\n human.default_choice = x // c\r\n a [label=<<b>x</b>>, timeout=900s tool_command="a\\\n b"]\r\n}\r\n',
].map((text) => Buffer.from(text));

const SPLICES = ['"', '\\', '[', ']', '{', '}', '->', '--', '=', '<', '>', '/*', '*/', '#', '+', ';', 'digraph', '\u00a0', '\n', "'"].map(
  (text) => Buffer.from(text),
);

const mutation = fc.oneof(
  fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), remove: fc.nat(3), insert: fc.uint8Array({ maxLength: 3 }) }),
  fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), remove: fc.nat(60), insert: fc.constantFrom(...SPLICES) }),
);

function mutate(bytes: Uint8Array, { at, remove, insert }: { at: number; remove: number; insert: Uint8Array }): Uint8Array {
  const start = Math.floor(at * bytes.length);
  return Buffer.concat([bytes.subarray(0, start), insert, bytes.subarray(start + remove)]);
}

test(
  'language.md 1: damaged files never throw, never hang, and keep their ranges sound',
  () => {
    const files = [
      ...OWN,
      ...corpusFiles()
        .map(corpusBytes)
        .filter((bytes) => bytes.length <= LARGEST),
    ];
    fc.assert(
      fc.property(fc.nat(files.length - 1), fc.array(mutation, { minLength: 1, maxLength: 4 }), (index, mutations) => {
        const bytes = mutations.reduce<Uint8Array>(mutate, files[index] ?? new Uint8Array());
        const { source } = decodeSource('fuzz.dot', bytes);
        const begin = performance.now();
        const tree = parse(source);
        expect(performance.now() - begin).toBeLessThan(SLOWEST);
        checkTree(source, tree);
      }),
      { numRuns: RUNS },
    );
  },
  60_000 + RUNS * 10,
);
