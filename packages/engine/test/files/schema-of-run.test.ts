import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fail, retry, success } from '@attractor/engine';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { graphOf, scene, sequence, start } from '../support/run-graph.ts';

const folder = new URL('../../../../specs/schemas/', import.meta.url).pathname;
const ajv = new Ajv2020({ strict: true, formats: { 'date-time': (text: string) => !Number.isNaN(Date.parse(text)) } });
const compile = (name: string) => ajv.compile(JSON.parse(readFileSync(join(folder, `${name}.schema.json`), 'utf8')) as object);

const schemas = new Map(
  Object.entries({
    'manifest.json': 'manifest',
    'graph.resolved.json': 'resolved-graph',
    'checkpoint.json': 'checkpoint',
    'status.json': 'status',
    'journal.jsonl': 'journal',
    'trace.jsonl': 'trace',
    'events.jsonl': 'event',
    'decisions.jsonl': 'decision',
  }).map(([file, name]) => [file, compile(name)]),
);

function valuesOf(path: string): unknown[] {
  const text = readFileSync(path, 'utf8');
  return path.endsWith('.jsonl')
    ? text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as unknown)
    : [JSON.parse(text)];
}

describe('files.md 1: what a run writes', () => {
  it('files.md 1: every JSON file of a run with retries, branches, a restart and a failure fits its schema', async () => {
    const graph = graphOf(`digraph g {
      start -> fan; fan [shape=component]; join [shape=tripleoctagon];
      fan -> b1 -> join; fan -> b2 -> join; b1 [max_retries=2];
      join -> check;
      check -> fan [condition="outcome=fail", loop_restart=true];
      check -> exit [condition="outcome=success"]
    }`);
    const at = scene({
      b1: sequence(retry('later'), success(true)),
      check: sequence(fail('deterministic', 'red', { isExplicit: true }), success(true, { contextUpdates: { k: 1 } })),
    });
    expect(await start(graph, at)).toMatchObject({ status: 'success', reason: '' });
    const seen = new Map<string, number>();
    for (const entry of readdirSync(at.directory, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (!entry.isFile() || basename(entry.parentPath) === 'lock' || !/\.jsonl?$/.test(entry.name)) continue;
      const validate = schemas.get(entry.name);
      expect([path, validate === undefined]).toEqual([path, false]);
      for (const value of valuesOf(path)) {
        expect([path, value, validate?.(value), validate?.errors]).toEqual([path, value, true, null]);
        seen.set(entry.name, (seen.get(entry.name) ?? 0) + 1);
      }
    }
    for (const name of schemas.keys()) expect([name, (seen.get(name) ?? 0) > 0]).toEqual([name, true]);
  });
});
