import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  deliverablesOutcome,
  evaluationStoreIn,
  executionProblem,
  headlineIn,
  headlineProblem,
  ledgerBlock,
  refreshLedgerBlock,
  reproduceOutcome,
  reproduceVerdict,
  reproductionChecks,
  reproductionGateText,
  stripsTypes,
  timeCeilingMs,
} from '@attractor/study';
import { describe, expect, it } from 'vitest';
import { environment, place, rowFor } from '../store/place.ts';
import { arms, gate, host, lazy, settings, studyWithRows } from './place.ts';

const liveRows = (store: string): string =>
  readFileSync(join(store, 'rows.jsonl'), 'utf8') + readFileSync(join(store, 'other/rows.jsonl'), 'utf8');

describe('RG: the reproduction gate', () => {
  it('RG-03, RG-05: a lazy deliverable passes with a detail line; nothing of the sandbox stays', async () => {
    const at = await studyWithRows({ 'pipeline.mjs': lazy() });
    expect(await gate(at)).toEqual({
      kind: 'pass',
      detail: 'reproduced cleanly (4 rows, unchanged, 0 new evals, ran in <300s, REPRODUCED=1)',
      stdout: 'best x = 2\nREPRODUCED: 1\nCLAIMED_HEADLINE: 1\n',
    });
    expect(readdirSync(join(at.run, 'debug', 'reproduction'))).toEqual([]);
  });

  it('RG-04: without rows nothing is executed', async () => {
    const at = place();
    at.file('pipeline.mjs', "import { writeFileSync } from 'node:fs'; writeFileSync('ran', '')");
    expect(await gate(at)).toMatchObject({ kind: 'fail', check: 'rows' });
    expect(existsSync(join(at.study, 'ran'))).toBe(false);
  });

  it('RG-11: off, no deliverable, no run: nothing to check, in this order', async () => {
    const at = place();
    expect(await gate(at, { settings: settings({ arms: arms({ reproduction_gate: false }) }) })).toEqual({
      kind: 'skipped',
      reason: 'reproduction_gate is off',
    });
    expect(await gate(at)).toMatchObject({ kind: 'skipped', reason: 'there is no deliverable' });
    at.file('pipeline.sh', 'exit 3');
    expect(await gate(at, { places: undefined })).toMatchObject({ kind: 'skipped', reason: 'there is no run' });
  });

  const append = `require('node:fs').appendFileSync`;
  const row = JSON.stringify(rowFor({ x: 7 }));
  it.each([
    ['appends a row', `${append}(process.env.ATTRACTOR_STORE_DIR + '/rows.jsonl', ${JSON.stringify(`${row}\n`)})`, 'lazy'],
    [
      'appends in a new namespace',
      `require('node:fs').mkdirSync(process.env.ATTRACTOR_STORE_DIR + '/n'); ${append}(process.env.ATTRACTOR_STORE_DIR + '/n/rows.jsonl', ${JSON.stringify(`${row}\n`)})`,
      'lazy',
    ],
    ['removes the rows', `require('node:fs').rmSync(process.env.ATTRACTOR_STORE_DIR, { recursive: true })`, 'lazy'],
    [
      'changes a value',
      `const p = process.env.ATTRACTOR_STORE_DIR + '/rows.jsonl', fs = require('node:fs'); fs.writeFileSync(p, fs.readFileSync(p, 'utf8').replace('"f":5', '"f":0'))`,
      'unchanged',
    ],
    ['reaches the live store', `${append}(process.env.LIVE + '/rows.jsonl', ${JSON.stringify(`${row}\n`)})`, 'unchanged'],
    ['ruins the live store', `require('node:fs').writeFileSync(process.env.LIVE + '/rows.jsonl', '')`, 'unchanged'],
    [
      'adds to the live store',
      `require('node:fs').mkdirSync(process.env.LIVE + '/n'); ${append}(process.env.LIVE + '/n/rows.jsonl', ${JSON.stringify(`${row}\n`)})`,
      'unchanged',
    ],
  ])('RG-05, RG-07, RG-08: a deliverable that %s is refused, and the live store is byte-identical', async (_, code, check) => {
    const at = await studyWithRows({ 'pipeline.js': code });
    const before = liveRows(at.store);
    const result = await gate(at, { host: host({ environment: { ...environment(), LIVE: at.store } }) });
    expect(result).toMatchObject({ kind: 'fail', check });
    expect(liveRows(at.store)).toBe(before);
    expect(evaluationStoreIn(at.store).count()).toBe(4);
  });

  it('RG-08: storing the same rows in another order is fine', async () => {
    const code = `const p = process.env.ATTRACTOR_STORE_DIR + '/rows.jsonl', fs = require('node:fs'); fs.writeFileSync(p, fs.readFileSync(p, 'utf8').trim().split('\\n').reverse().join('\\n') + '\\n')`;
    expect(await gate(await studyWithRows({ 'pipeline.js': code }))).toMatchObject({ kind: 'pass' });
  });

  it('RG-05: rows that delegations add to the live store meanwhile stay, what a deliverable ruins is put back', async () => {
    const code =
      "import { writeFileSync } from 'node:fs'; console.log('here'); await new Promise((go) => setTimeout(go, 700)); if (process.env.RUIN) writeFileSync(process.env.RUIN, process.env.ROW)";
    const at = await studyWithRows({ 'pipeline.mjs': code });
    const later = rowFor({ x: 4 }, { f: 5 }, 'D002');
    const meanwhile = async (): Promise<void> => {
      while (!existsSync(join(at.run, 'debug', 'reproduction'))) await sleep(10);
      await sleep(200);
      await evaluationStoreIn(at.store).append(null, later);
    };
    const [result] = await Promise.all([gate(at, { othersMayAppend: true }), meanwhile()]);
    expect(result.kind).toBe('pass');
    expect(evaluationStoreIn(at.store).count()).toBe(5);
    const ruin = {
      RUIN: join(at.store, 'rows.jsonl'),
      ROW: `${JSON.stringify(rowFor({ x: 0 }, { f: -9 }))}\n${JSON.stringify(rowFor({ x: 8 }, { f: 37 }))}\n`,
    };
    const ruined = await gate(at, { othersMayAppend: true, host: host({ environment: { ...environment(), ...ruin } }) });
    expect(ruined).toMatchObject({ kind: 'fail', check: 'unchanged' });
    const rows = evaluationStoreIn(at.store).rows(null);
    expect(rows.map(({ input, output }) => [input['x'], output?.['f']])).toEqual([
      [0, 5],
      [1, 2],
      [2, 1],
      [4, 5],
      [8, 37],
    ]);
  });

  it('RG-06: a failure shows the ends of stderr and stdout', async () => {
    const code = "console.log('o'.repeat(2000)); console.error('e'.repeat(5000) + 'END'); process.exitCode = 3";
    const result = await gate(await studyWithRows({ 'pipeline.mjs': code }));
    expect(result).toMatchObject({ kind: 'fail', check: 'run' });
    const message = result.kind === 'fail' ? result.message : '';
    expect(message).toContain('exit code 3');
    expect(message.match(/e+END/)?.[0].length).toBeGreaterThan(2990);
    expect(message.match(/o{100,}/)?.[0].length).toBeLessThanOrEqual(800);
  });

  it('RG-06: past the ceiling it is ended, with all it started, and told to be lazy', async () => {
    const at = await studyWithRows({ 'pipeline.sh': 'echo started; sleep 300 & sleep 300' });
    const result = await gate(at, { settings: settings({ reproduceTimeoutMs: 400 }) });
    expect(result).toMatchObject({
      kind: 'fail',
      check: 'run',
      message: expect.stringMatching(/did not finish within 0.4s[\s\S]*lazy[\s\S]*started/),
    });
  });

  it('RG-06: the ceiling is a tenth of the budget, at least 180 s; 300 s without one', () => {
    expect(timeCeilingMs(settings())).toBe(300_000);
    expect(timeCeilingMs(settings({ budgetMs: 600_000 }))).toBe(180_000);
    expect(timeCeilingMs(settings({ budgetMs: 36_000_000 }))).toBe(3_600_000);
    expect(timeCeilingMs(settings({ budgetMs: 36_000_000, reproduceTimeoutMs: 5000 }))).toBe(5000);
  });

  it.each([
    ['REPRODUCED: 1.0005\nCLAIMED_HEADLINE: 1', undefined],
    ['REPRODUCED: 1.002\nCLAIMED_HEADLINE: 1', 'REPRODUCED: 1.002 but CLAIMED_HEADLINE: 1'],
    ['REPRODUCED: -2.5e-3\nCLAIMED_HEADLINE: -.0025', undefined],
    ['REPRODUCED: 1e-10\nCLAIMED_HEADLINE: 0', undefined],
    ['REPRODUCED: 1e-8\nCLAIMED_HEADLINE: 0', 'but'],
    ['REPRODUCED: nan\nCLAIMED_HEADLINE: 0', 'REPRODUCED: nan'],
    ['REPRODUCED: 7', undefined],
    ['CLAIMED_HEADLINE: 7', undefined],
    ['nothing', undefined],
  ])('RG-09: %j', (stdout, problem) => {
    const found = headlineProblem(headlineIn(stdout), 1e-3);
    if (problem === undefined) expect(found).toBeUndefined();
    else expect(found).toContain(problem);
  });

  it('RG-09, RG-10: a false claim is refused; a claim that is no extremum of the store is not the gate’s business', async () => {
    expect(await gate(await studyWithRows({ 'pipeline.mjs': lazy(2) }))).toMatchObject({ kind: 'fail', check: 'headline' });
    const constrained = "echo 'REPRODUCED: 2'; echo 'CLAIMED_HEADLINE: 2'";
    expect(await gate(await studyWithRows({ 'pipeline.sh': constrained }))).toMatchObject({ kind: 'pass' });
  });

  it('RG-05: it works among the study’s files; what it writes there is thrown away', async () => {
    const at = await studyWithRows({
      'lib.mjs': 'export const two = 2',
      'data.txt': 'some data',
      'pipeline.mjs':
        "import { two } from './lib.mjs'; import { readFileSync, writeFileSync } from 'node:fs'; writeFileSync('figure.txt', 'x'); console.log(readFileSync('data.txt', 'utf8'), two, process.env.ATTRACTOR_RUN_CONFIG.startsWith(process.env.ATTRACTOR_RUN_DIR), JSON.parse(readFileSync(process.env.ATTRACTOR_RUN_CONFIG, 'utf8')).store === process.env.ATTRACTOR_STORE_DIR)",
    });
    expect(await gate(at)).toMatchObject({ kind: 'pass', stdout: 'some data 2 true true\n' });
    expect(existsSync(join(at.study, 'figure.txt'))).toBe(false);
  });

  it('RG-03: who asked may give up', async () => {
    const at = await studyWithRows({ 'pipeline.sh': 'sleep 300' });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 300);
    expect(await gate(at, { signal: controller.signal })).toEqual({ kind: 'interrupted' });
    expect(readdirSync(join(at.run, 'debug', 'reproduction'))).toEqual([]);
  });
});

describe('RG-13, C10: execution by type', () => {
  const say = (text: string): string => `echo "${text}"`;
  it.each([
    ['pipeline.mjs', "import 'node:fs'; console.log('REPRODUCED: 3')"],
    ['pipeline.js', "require('node:fs'); console.log('REPRODUCED: 3')"],
    ['pipeline.py', "import os\nprint('REPRODUCED: %d' % (3 if os.environ['ATTRACTOR_STORE_DIR'] else 0))"],
    ['pipeline.sh', say('REPRODUCED: 3')],
  ])('RG-13: %s', async (name, text) => {
    expect(await gate(await studyWithRows({ [name]: text }))).toMatchObject({
      kind: 'pass',
      detail: expect.stringContaining('REPRODUCED=3'),
    });
  });

  it('RG-13: a notebook is executed by jupyter, and what its cells print counts', async () => {
    const at = await studyWithRows({ 'pipeline.ipynb': '{"cells":[]}' });
    const bin = join(at.study, 'bin');
    mkdirSync(bin);
    // Stands in for nbconvert: the executed notebook lands in --output-dir under the same name.
    at.file(
      'bin/jupyter',
      `#!/bin/sh\nwhile [ "$1" != --output-dir ]; do shift; done\nmkdir -p "$2" && echo '{"cells":[{"cell_type":"code","outputs":[{"name":"stdout","output_type":"stream","text":["REPRODUCED: 1\\\\n","CLAIMED_HEADLINE: 2\\\\n"]}]}]}' > "$2/$3"\n`,
    );
    chmodSync(join(bin, 'jupyter'), 0o755);
    const withJupyter = host({ environment: { PATH: `${bin}:${process.env['PATH']}` } });
    expect(await gate(at, { host: withJupyter })).toMatchObject({ kind: 'fail', check: 'headline' });
  });

  it('C10: what cannot be executed here is named', async () => {
    const poor = host({ environment: { PATH: '/nowhere' }, node: { path: process.execPath, version: '20.20.2' } });
    expect(executionProblem('pipeline.py', poor)).toContain('python3 is not on the PATH');
    expect(executionProblem('pipeline.ipynb', poor)).toContain('jupyter is not on the PATH');
    expect(executionProblem('pipeline.dot', poor)).toContain('attractor is not on the PATH');
    expect(executionProblem('pipeline.ts', poor)).toContain('needs Node 22.18 or later, which strips types itself; this is Node 20.20.2');
    expect(executionProblem('pipeline.rb', poor)).toContain('.ipynb, .mjs, .js, .ts, .py, .sh, .dot');
    expect(executionProblem('pipeline.mjs', poor)).toBeUndefined();
    expect(['22.17.0', '22.18.0', '23.5.0', '23.6.0', 'v24.0.0'].map(stripsTypes)).toEqual([false, true, false, true, true]);
    const at = await studyWithRows({ 'pipeline.py': '' });
    expect(await gate(at, { host: poor })).toMatchObject({ kind: 'fail', check: 'run', message: expect.stringContaining('python3') });
  });
});

describe('RG-12, RG-15, RG-16: around the gate', () => {
  const notebook = (status: string, indent = 1): string =>
    `${JSON.stringify(
      {
        cells: [
          { cell_type: 'code', source: [] },
          { cell_type: 'markdown', source: `# Hypotheses\n${ledgerBlock(status)}\nend`.split(/(?<=\n)/) },
        ],
        nbformat: 4,
      },
      null,
      indent,
    )}\n`;

  it('RG-12: a notebook’s status block is refreshed in place; nothing to change leaves the file alone', async () => {
    const at = place();
    const path = at.file('pipeline.ipynb', notebook('- H1 OPEN'));
    const tag = refreshLedgerBlock(path, '- H1 SUPPORTED\n- H2 OPEN');
    expect(tag).toMatch(/^[0-9a-f]{8}$/);
    expect(readFileSync(path, 'utf8')).toBe(notebook('- H1 SUPPORTED\n- H2 OPEN'));
    chmodSync(path, 0o444);
    expect(refreshLedgerBlock(path, '- H1 SUPPORTED\n- H2 OPEN')).toBeUndefined();
    const plain = at.file('other.ipynb', '{"cells":[{"cell_type":"markdown","source":"no block"}]}');
    expect(refreshLedgerBlock(plain, 'x')).toBeUndefined();
    expect(refreshLedgerBlock(at.file('bad.ipynb', 'no json'), 'x')).toBeUndefined();
    await gate(at, { ledgerStatus: () => '- H1 FALSIFIED' });
    expect(readFileSync(path, 'utf8')).toContain('- H1 FALSIFIED');
  });

  it('RG-15: six bounces, the debugging advice from the second on; the seventh failure closes FAILED without a critic', () => {
    const failure = { kind: 'fail', check: 'lazy', message: 'p.mjs is NOT lazy.' } as const;
    const verdicts = Array.from({ length: 7 }, (_, bounces) => reproduceVerdict(failure, { bounces, maxBounces: 6 }));
    expect(verdicts.map(({ label }) => label)).toEqual([...Array(6).fill('bounce'), 'failed']);
    expect(verdicts.map((verdict) => 'note' in verdict && verdict.note.includes('find the cause'))).toEqual([
      false,
      true,
      true,
      true,
      true,
      true,
      false,
    ]);
    expect(verdicts[5]).toMatchObject({ bounces: 6 });
    expect(verdicts[6]).toMatchObject({
      outcome: 'FAILED',
      termination: 'done',
      reviewed: false,
      banner: expect.stringContaining('NOT lazy'),
    });
    expect(reproduceVerdict({ kind: 'skipped', reason: 'r' }, { bounces: 6, maxBounces: 6 }).label).toBe('pass');
  });

  it('RG-15, A11: what the stations write for the hub and the close', () => {
    const failure = { kind: 'fail', check: 'rows', message: 'no rows' } as const;
    expect(reproduceOutcome(reproduceVerdict(failure, { bounces: 1, maxBounces: 6 }))).toMatchObject({
      status: 'success',
      preferredLabel: 'bounce',
      systemUpdates: { 'study.reproduce_bounces': 2, 'study.note': expect.stringContaining('no rows') },
    });
    expect(reproduceOutcome(reproduceVerdict(failure, { bounces: 6, maxBounces: 6 }))).toMatchObject({
      preferredLabel: 'failed',
      systemUpdates: { 'study.route_outcome': 'FAILED', 'study.route_termination': 'done', 'study.reviewed': false },
    });
    expect(reproduceOutcome({ label: 'pass', detail: 'fine' }).systemUpdates).toEqual({ 'study.repro_detail': 'fine' });
    expect(deliverablesOutcome({ label: 'bounce', note: 'n', finishAttempts: 2 }).systemUpdates).toEqual({
      'study.note': 'n',
      'study.finish_attempts': 2,
    });
    expect(deliverablesOutcome({ label: 'end', banner: 'b', outcome: 'UNGATED', termination: 'done' }).systemUpdates).toEqual({
      'study.note': 'b',
      'study.route_outcome': 'UNGATED',
      'study.route_termination': 'done',
    });
  });

  it('RG-16: what agents are told of the gate is its own description', () => {
    const text = reproductionGateText(settings({ reproduceTimeoutMs: 42_000 }));
    for (const { contract } of reproductionChecks) expect(text).toContain(contract);
    expect(text).toContain('42 s');
    expect(text).toContain('ATTRACTOR_STORE_DIR');
  });
});
