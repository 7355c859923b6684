import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root, shell } from './support/attractor.ts';

/** Which schema of specs/schemas/ holds for a file of a run directory, and whether the file is one value a line. */
const schemas: readonly { readonly file: string; readonly schema: string; readonly lines: boolean }[] = [
  { file: 'manifest.json', schema: 'manifest', lines: false },
  { file: 'graph.resolved.json', schema: 'resolved-graph', lines: false },
  { file: 'checkpoint.json', schema: 'checkpoint', lines: false },
  { file: 'status.json', schema: 'status', lines: false },
  { file: 'journal.jsonl', schema: 'journal', lines: true },
  { file: 'trace.jsonl', schema: 'trace', lines: true },
  { file: 'events.jsonl', schema: 'event', lines: true },
  { file: 'decisions.jsonl', schema: 'decision', lines: true },
];

const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true, strictRequired: false, strictTypes: false });
addFormats.default(ajv);

function validator(name: string) {
  return ajv.compile(JSON.parse(readFileSync(join(root, `specs/schemas/${name}.schema.json`), 'utf8')) as object);
}

const validators = new Map(schemas.map(({ file, schema }) => [file, validator(schema)]));
const validateResult = validator('result');

function findings(path: string): readonly string[] {
  const name = basename(path);
  const validate = validators.get(name);
  if (validate === undefined) return [];
  const text = readFileSync(path, 'utf8');
  const values = schemas.find(({ file }) => file === name)?.lines === true ? text.trimEnd().split('\n') : [text];
  return values.flatMap((value, index) =>
    validate(JSON.parse(value))
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${path}:${index + 1}: ${instancePath} ${message ?? ''}`),
  );
}

/** Examples that run without a key and without a person, as they stand. */
const examples = ['quickstart.dot'];

describe.each(examples)('files.md 1: the run directory of %s', (example) => {
  let folder = '';
  let stdout = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'attractor-run-'));
    cpSync(join(root, 'examples'), join(folder, 'examples'), { recursive: true });
    const result = await shell(`attractor run examples/${example} --logs-root run`, folder);
    expect(result, result.stderr).toMatchObject({ code: 0 });
    stdout = result.stdout;
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('holds every file of the table', () => {
    const top = readdirSync(join(folder, 'run'));
    for (const { file } of schemas.filter(({ file }) => file !== 'status.json')) expect(top).toContain(file);
  });

  it('every file with a schema is valid against it', () => {
    const paths = readdirSync(join(folder, 'run'), { recursive: true, encoding: 'utf8' }).filter((path) => validators.has(basename(path)));
    expect(paths.filter((path) => basename(path) === 'status.json').length).toBeGreaterThan(1);
    expect(paths.flatMap((path) => findings(join(folder, 'run', path)))).toEqual([]);
  });

  it('files.md 5: the last line of stdout is one JSON object', () => {
    const last: unknown = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
    expect(validateResult(last), JSON.stringify(validateResult.errors)).toBe(true);
    expect(last).toMatchObject({ status: 'success' });
  });

  it('files.md 4: exactly one terminal event, and it is the last', () => {
    const types = readFileSync(join(folder, 'run', 'events.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { type: string }).type);
    const terminal = types.filter((type) => /^pipeline\.(completed|failed|halted|parked|cancelled)$/.test(type));
    expect(terminal).toEqual(['pipeline.completed']);
    expect(types.at(-1)).toBe('pipeline.completed');
  });

  it('files.md 1: the directory has mode 0700, files 0600', async () => {
    const result = await shell(`find run -type d ! -perm 700 -o -type f ! -perm 600`, folder);
    expect(result.stdout).toBe('');
  });
});

it('files.md 1: the schemas compile in strict mode', () => {
  expect(validators.size).toBe(schemas.length);
});
