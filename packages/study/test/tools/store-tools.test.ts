import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createMasker, type JsonObject } from '@attractor/engine';
import {
  type Caller,
  evaluateFromShell,
  evaluateTool,
  evaluationStoreIn,
  queryStoreTool,
  readRunConfig,
  registerOracleTool,
  reproduceFromShell,
  runDeliverableTool,
  type StudyTool,
  writableDeliverables,
  writeDeliverableTool,
  writeRunConfig,
} from '@attractor/study';
import { describe, expect, it } from 'vitest';
import { arms, host, lazy, settings, studyWithRows } from '../gates/place.ts';
import { countingDoor, countingOracle, doorIn, environment, never, type Place, place } from '../store/place.ts';

const hub: Caller = { node: 'hub', signal: never };
const worker: Caller = { node: 'implementer', delegation: 'D007', signal: never };

async function use(tool: StudyTool, args: JsonObject, caller: Caller = worker): Promise<string> {
  return tool.run(args, caller);
}

describe('Evaluate, RegisterOracle', () => {
  it('ES-03, TL-01: Evaluate answers with the output as JSON, stamped with the caller’s delegation', async () => {
    const at = place();
    const store = evaluationStoreIn(at.store);
    const tool = evaluateTool({ door: countingDoor(at, store), namespaceOf: (id) => (id === 'D008' ? 'side' : null) });
    expect([tool.kind, tool.mayRepeat]).toEqual(['protocol', true]);
    expect(await use(tool, { input: { x: 4 }, namespace: null })).toBe('{"f":5}');
    expect(await use(tool, { input: { x: 4 } }, hub)).toBe('{"f":5}');
    expect(await use(tool, { input: { x: 4 } }, { ...worker, delegation: 'D008' })).toBe('{"f":5}');
    expect([store.rows(null).map((row) => row._delegation_id), store.rows('side').map((row) => row._delegation_id)]).toEqual([
      ['D007'],
      ['D008'],
    ]);
    expect(await use(tool, { input: { fail: 9 } })).toMatch(/^FAILED: the oracle ended with exit code 9: no such point/);
    for (const wrong of [{}, { input: 'x' }, { input: [1] }, { input: { x: 1 }, namespace: '../up' }]) {
      expect(await use(tool, wrong as JsonObject)).toMatch(/^ERROR: /);
    }
    expect(await use(evaluateTool({ door: doorIn(place()) }), { input: { x: 1 } })).toMatch(/^ERROR: no evaluation source is registered/);
  });

  it('ES-02: RegisterOracle names it in the run config, records it, and changes one that has rows only when confirmed', async () => {
    const at = place();
    at.file('oracle.mjs', countingOracle);
    at.file('pool.jsonl', '{"input":{"x":1},"output":{"f":8}}\n');
    const store = evaluationStoreIn(at.store);
    const recorded: [string, string, JsonObject][] = [];
    const tool = registerOracleTool({
      study: at.study,
      runConfig: at.runConfig,
      store,
      recorder: { diagnostic: (type, node, fields) => recorded.push([type, node, fields]) },
    });
    const evaluate = evaluateTool({ door: doorIn(at, store) });
    expect(await use(tool, { entrypoint: 'node oracle.mjs', outputs: ['f'] })).toMatch(
      /^Registered `node oracle.mjs` for the canonical store\./,
    );
    expect(readRunConfig(at.runConfig)).toMatchObject({
      evaluator_entrypoint: 'node oracle.mjs',
      evaluator_lookup: null,
      evaluator_outputs: ['f'],
    });
    expect(recorded).toEqual([
      ['ORACLE_REGISTERED', 'implementer', expect.objectContaining({ source: 'node oracle.mjs', delegation_id: 'D007' })],
    ]);
    await use(evaluate, { input: { x: 1 } });
    expect(await use(tool, { entrypoint: 'node oracle.mjs', outputs: ['f'] })).toMatch(/^Registered/);
    expect(await use(tool, { lookup: 'pool.jsonl' })).toMatch(
      /^REFUSED: the canonical store has 1 rows of `node oracle.mjs`.*confirm=true/s,
    );
    expect(await use(tool, { lookup: 'pool.jsonl', namespace: 'side' })).toMatch(/^Registered/);
    expect(await use(evaluate, { input: { x: 1 }, namespace: 'side' })).toBe('{"f":8}');
    expect(await use(tool, { lookup: 'pool.jsonl', confirm: true })).toMatch(/^Registered .* 1 rows of the earlier oracle stay/);
    expect(await use(evaluate, { input: { x: 1 } })).toBe('{"f":2}');
    expect(recorded).toHaveLength(4);
    const wrong = [
      {},
      { entrypoint: 'a', lookup: 'b' },
      { lookup: 'none.jsonl' },
      { lookup: '../pool.jsonl' },
      { lookup: '/etc/passwd' },
      { entrypoint: 'a', namespace: '/' },
    ];
    for (const args of wrong) expect(await use(tool, args)).toMatch(/^ERROR: /);
    expect(recorded).toHaveLength(4);
  });

  it('ES-02: rows of a namespace without an oracle of its own stand for the canonical one', async () => {
    const at = place();
    const store = evaluationStoreIn(at.store);
    await evaluateTool({ door: countingDoor(at, store) }).run({ input: { x: 1 }, namespace: 'side' }, worker);
    const tool = registerOracleTool({ study: at.study, runConfig: at.runConfig, store, recorder: { diagnostic: () => {} } });
    expect(await use(tool, { entrypoint: 'other' })).toMatch(/^REFUSED: .* has 1 rows/);
  });
});

describe('QueryStore', () => {
  const lines = (text: string): unknown[] =>
    text
      .split('\n')
      .slice(1)
      .map((line) => JSON.parse(line));

  it('AG-16: rows by delegation, source, condition and namespace, whole or by columns, the same for everybody', async () => {
    const at = await studyWithRows();
    const tool = queryStoreTool(evaluationStoreIn(at.store));
    expect(tool.mayRepeat).toBe(true);
    const all = await use(tool, {});
    expect(all.split('\n')[0]).toBe('Rows 3 of 3');
    expect(lines(all)[0]).toEqual({ input: { x: 0 }, output: { f: 5 }, status: 'finished', _delegation_id: 'D001', _source: 'test' });
    expect(await use(tool, {}, hub)).toBe(all);
    expect(await use(tool, { delegation_ids: ['D002'] })).toBe('Rows 0 of 0');
    expect(lines(await use(tool, { namespace: 'other', columns: ['x', 'output.f'] }))).toEqual([{ x: 9, 'output.f': 50 }]);
    expect((await use(tool, { namespace: '*' })).split('\n')[0]).toBe('Rows 4 of 4');
    expect(lines(await use(tool, { where: { f: { '>': 1, '<=': 2 } }, columns: ['input.x'] }))).toEqual([{ 'input.x': 1 }]);
    expect(lines(await use(tool, { where: { x: { '!=': 1 }, status: 'finished' }, columns: ['x'] }))).toEqual([{ x: 0 }, { x: 2 }]);
    expect(await use(tool, { source: 'another' })).toBe('Rows 0 of 0');
    expect((await use(tool, { limit: 1 })).split('\n')[0]).toBe('Rows 1 of 3');
  });

  it('AG-16: the best rows by an output', async () => {
    const tool = queryStoreTool(evaluationStoreIn((await studyWithRows()).store));
    expect(lines(await use(tool, { n_best: 2, output: 'f', columns: ['x', 'f'] }))).toEqual([
      { x: 2, f: 1 },
      { x: 1, f: 2 },
    ]);
    expect(lines(await use(tool, { n_best: 1, output: 'output.f', minimize: false, columns: ['x'] }))).toEqual([{ x: 0 }]);
    expect(await use(tool, { n_best: 2 })).toMatch(/^ERROR: `n_best` needs `output`/);
    expect(await use(tool, { where: { x: { '~': 1 } } })).toMatch(/^ERROR: `where` of x/);
    expect(await use(tool, { where: { x: { '<': 'a' } } })).toMatch(/^ERROR: /);
    expect(await use(tool, { namespace: '..' })).toMatch(/^ERROR: /);
  });
});

describe('WriteDeliverable, RunDeliverable', () => {
  it('RG-18: exactly the deliverables, by bare names, into the study folder', async () => {
    const at = place();
    const names = writableDeliverables(settings({ deliverable: 'pipeline.ipynb', requiredDeliverables: ['out/report.md'] }));
    const tool = writeDeliverableTool({ study: at.study, names });
    const outside = place().file('target', 'untouched');
    symlinkSync(outside, join(at.study, 'report.md'));
    expect(await use(tool, { filename: 'report.md', content: 'é' })).toBe('Written report.md (2 bytes) to the study folder.');
    expect([readFileSync(join(at.study, 'report.md'), 'utf8'), readFileSync(outside, 'utf8')]).toEqual(['é', 'untouched']);
    expect(await use(tool, { filename: 'workspace/report.md', content: '' })).toContain('bare names: write `report.md`');
    expect(await use(tool, { filename: 'other.md', content: '' })).toBe(
      'ERROR: `other.md` is no deliverable of this study; deliverables: pipeline.ipynb, report.md',
    );
    expect(await use(tool, { filename: '../report.md', content: '' })).toMatch(/^ERROR: /);
    expect(await use(tool, { filename: 'pipeline.ipynb', content: 'print(1)' })).toContain('must be a notebook');
    expect(await use(tool, { filename: 'pipeline.ipynb', content: '{"cells":[]}' })).toMatch(/^Written/);
    expect(await use(tool, { filename: 'report.md' })).toMatch(/^ERROR: /);
    mkdirSync(join(at.study, 'folder'));
    const clash = writeDeliverableTool({ study: at.study, names: ['folder'] });
    expect(await use(clash, { filename: 'folder', content: '' })).toMatch(/^ERROR: cannot write/);
  });

  const runTool = (at: Place, more: Partial<Parameters<typeof runDeliverableTool>[0]> = {}): StudyTool =>
    runDeliverableTool({
      settings: settings(),
      study: at.study,
      places: { run: at.run, store: at.store, runConfig: at.runConfig },
      host: host(),
      masker: createMasker({}, []),
      ...more,
    });

  it('RG-14: RunDeliverable(gate=true) is the gate; without it, an execution in the same sandbox', async () => {
    const at = await studyWithRows();
    expect(await use(runTool(at), { gate: true })).toMatch(/^ERROR: there is no pipeline\.ipynb or .*WriteDeliverable/);
    expect(await use(runTool(at), {})).toMatch(/^ERROR: there is no/);
    at.file('pipeline.mjs', lazy());
    expect(await use(runTool(at), { gate: true })).toMatch(/^PASS reproduced cleanly \(4 rows.*\nstdout:\nbest x = 2/);
    at.file(
      'pipeline.mjs',
      `${lazy(2)}\nprocess.getuid(); import { appendFileSync } from 'node:fs'; appendFileSync(process.env.ATTRACTOR_STORE_DIR + '/rows.jsonl', 'x')`,
    );
    expect(await use(runTool(at), { gate: true })).toMatch(/^FAILED pipeline.mjs contradicts itself/);
    expect(await use(runTool(at), { gate: false })).toMatch(
      /^PASS pipeline.mjs ended with exit code 0; nothing else was checked\nstdout:\nbest x = 2/,
    );
    at.file('pipeline.mjs', 'throw new Error("boom")');
    expect(await use(runTool(at), {})).toMatch(/^FAILED pipeline.mjs FAILED \(exit code 1\)[\s\S]*boom/);
    const off = { settings: settings({ arms: arms({ reproduction_gate: false }) }) };
    expect(await use(runTool(at, off), { gate: true })).toMatch(/^REFUSED: /);
    expect(runTool(at).description).toContain('ATTRACTOR_STORE_DIR');
  });
});

describe('ES-03, ES-04: from the shell', () => {
  async function run(at: Place, directory = at.study): Promise<Awaited<ReturnType<typeof reproduceFromShell>>> {
    return reproduceFromShell({ directory, environment: environment(), signal: never });
  }

  it('ES-03: study eval works on the latest run of the folder, or the one that is named, and says what is wrong', async () => {
    const at = place();
    at.file('oracle.mjs', countingOracle);
    at.file('.attractor/runs/20260101-000000-000-aaaaaaaa/manifest.json', '{}');
    const paths = { study: at.study, run: at.run, store: at.store };
    const shell = (input: string, more: object = {}): ReturnType<typeof evaluateFromShell> =>
      evaluateFromShell({ input, cwd: at.study, environment: environment(), signal: never, ...more });
    expect(await shell('{"x":1}')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('is no run of a study') });
    writeRunConfig(at.runConfig, paths, settings());
    expect(await shell('{"x":1}')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('no evaluation source') });
    writeRunConfig(at.runConfig, paths, settings({ evaluatorEntrypoint: 'node oracle.mjs' }));
    expect(await shell('{"x":1}')).toEqual({ exitCode: 0, stdout: '{"f":2}\n', stderr: '' });
    expect(await shell('{"x":1}', { run: '2026', namespace: 'n' })).toMatchObject({ exitCode: 0 });
    expect(await shell('{"fail":1}')).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/^FAILED: /) });
    for (const input of ['', '[1]', '{"x":'])
      expect(await shell(input)).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/^ERROR: the input/) });
    expect(await shell('{}', { run: 'none' })).toMatchObject({ exitCode: 2 });
    expect(evaluationStoreIn(at.store).count()).toBe(3);
  });

  it('ES-04: study reproduce runs the gate on the last run of a folder, with what that run had recorded', async () => {
    const at = await studyWithRows({ 'pipeline.mjs': lazy(1.5), 'other.mjs': lazy() });
    expect(await run(at)).toMatchObject({ exitCode: 2 });
    at.file('.attractor/runs/20260101-000000-000-aaaaaaaa/manifest.json', '{}');
    const paths = { study: at.study, run: at.run, store: at.store };
    expect(await run(at)).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('contradicts itself') });
    writeRunConfig(at.runConfig, paths, settings({ headlineTolerance: 0.5, reproduceTimeoutMs: 60_000 }));
    expect(await run(at)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('PASS reproduced cleanly (4 rows, unchanged, 0 new evals, ran in <60s'),
    });
    writeRunConfig(at.runConfig, paths, settings({ deliverable: 'other.mjs', arms: arms({ reproduction_gate: false }) }));
    expect(await run(at)).toMatchObject({ exitCode: 0 });
    writeRunConfig(at.runConfig, paths, settings({ deliverable: 'none.mjs' }));
    expect(await run(at)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('looked for none.mjs') });
    expect(existsSync(join(at.run, 'debug', 'evaluations'))).toBe(false);
  });
});
