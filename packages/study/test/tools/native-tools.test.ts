import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { createMasker, type JsonObject } from '@attractor/engine';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { nativeTools, type StudyTool, wrapTool } from '../../src/index.ts';
import { callerOf, wrapper } from '../session/support.ts';

const top = realpathSync(mkdtempSync(join(tmpdir(), 'attractor-native-')));
afterAll(() => rmSync(top, { recursive: true, force: true }));

let study: string;
let run: string;
let tools: ReadonlyMap<string, StudyTool>;
let timeLeft: number | undefined;
let count = 0;

beforeEach(() => {
  count += 1;
  study = join(top, `s${count}`, 'study');
  run = join(study, '.attractor', 'runs', 'r1');
  const debug = join(run, 'debug');
  mkdirSync(debug, { recursive: true });
  timeLeft = undefined;
  const paths = { study, run, debug, delegations: join(debug, 'delegations'), workspace: join(study, 'workspace') };
  const environment = { PATH: process.env['PATH'], SOME_API_KEY: 'hush-hush-1234' };
  const made = nativeTools({ paths, environment, masker: createMasker(environment, []), timeLeftMs: () => timeLeft });
  tools = new Map(made.map((tool) => [tool.name, wrapTool(tool, wrapper().parts)]));
});

async function call(name: string, input: JsonObject, delegation?: string): Promise<string> {
  return (await tools.get(name)?.run(input, callerOf('worker', delegation))) ?? '';
}

/** Every file below the test's folder with its content, relative to the study. */
function files(folder = dirname(study)): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) Object.assign(found, files(path));
    else if (entry.isFile()) found[relative(study, path)] = readFileSync(path, 'utf8');
  }
  return found;
}

const own = '.attractor/runs/r1/debug/delegations';

describe('AG-17, AG-18, AG-34: Write and Edit have two roots', () => {
  test.each([
    ['report.md', undefined, `${own}/report.md`],
    ['sub/report.md', 'D003', `${own}/D003/sub/report.md`],
    ['D003/report.md', 'D003', `${own}/D003/report.md`],
    ['./D003/report.md', 'D003', `${own}/D003/report.md`],
    ['D003/report.md', undefined, `${own}/D003/report.md`],
    ['D004/report.md', 'D003', `${own}/D003/D004/report.md`],
    ['workspace/model.py', 'D003', 'workspace/model.py'],
    ['workspace/model.py', undefined, 'workspace/model.py'],
    [`${own}/D003/x.txt`, 'D003', `${own}/D003/x.txt`],
  ])('AG-17: %s of %s goes to %s', async (file_path, delegation, expected) => {
    expect(await call('Write', { file_path, content: 'x' }, delegation)).toMatch(/^Created /);
    expect(Object.keys(files())).toEqual([expected]);
  });

  test('AG-18: an absolute path inside a root is as good; outside, upwards and through links nothing is written', async () => {
    writeFileSync(join(study, 'study.dot'), 'digraph {}');
    const outside = join(dirname(study), 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'secret.txt'), 'theirs');
    mkdirSync(join(study, own, 'D003'), { recursive: true });
    mkdirSync(join(study, own, 'D004'), { recursive: true });
    symlinkSync(outside, join(study, own, 'D003', 'link'));
    symlinkSync(join(outside, 'new.txt'), join(study, own, 'D003', 'dangling'));
    const before = files();
    for (const path of [
      join(study, 'study.dot'),
      join(outside, 'x.txt'),
      '/etc/attractor-test',
      '../x.txt',
      'a/../../x.txt',
      'workspace/../study.dot',
      '..\\x.txt',
      'link/secret.txt',
      'link/new.txt',
      'dangling',
      join(study, own, 'D004', 'theirs.txt'),
      join(run, 'journal.jsonl'),
      '',
      'workspace',
      'a\0b',
    ]) {
      expect(await call('Write', { file_path: path, content: 'mine' }, 'D003'), path).toMatch(/^ERROR: /);
      expect(await call('Edit', { file_path: path, old_string: 'digraph', new_string: 'x' }, 'D003'), path).toMatch(/^ERROR: /);
    }
    expect(files()).toEqual(before);
    expect(await call('Write', { file_path: join(study, 'workspace', 'ok.txt'), content: 'mine' }, 'D003')).toMatch(/^Created /);
    expect(await call('Edit', { file_path: 'workspace/ok.txt', old_string: 'mine', new_string: 'ours' }, 'D003')).toMatch(/^Edited /);
    expect(readFileSync(join(study, 'workspace', 'ok.txt'), 'utf8')).toBe('ours');
  });

  test('AG-18: a root that is itself a link is refused', async () => {
    const outside = join(dirname(study), 'outside');
    mkdirSync(outside);
    symlinkSync(outside, join(study, 'workspace'));
    expect(await call('Write', { file_path: 'workspace/x.txt', content: 'x' })).toMatch(/^ERROR: .*which is a link/);
    expect(readdirSync(outside)).toEqual([]);
  });

  test('AG-18: whatever path a worker writes, only files below its two roots appear', async () => {
    const outside = join(dirname(study), 'outside');
    mkdirSync(outside);
    mkdirSync(join(study, own, 'D003'), { recursive: true });
    mkdirSync(join(study, 'workspace'));
    symlinkSync(outside, join(study, own, 'D003', 'out'));
    symlinkSync('..', join(study, 'workspace', 'up'));
    symlinkSync(study, join(study, 'workspace', 'study'));
    const step = fc.constantFrom('..', '.', 'a', 'out', 'up', 'study', 'workspace', 'D003', 'D004', own, '', 'x.txt', '~', '\\', 'é');
    const path = fc.oneof(
      fc.array(step, { minLength: 1, maxLength: 6 }).map((steps) => steps.join('/')),
      fc.array(step, { maxLength: 5 }).map((steps) => [study, ...steps].join('/')),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(path, async (file_path) => {
        await call('Write', { file_path, content: 'mine' }, 'D003');
        const written = Object.entries(files()).filter(([, content]) => content === 'mine');
        for (const [name] of written)
          expect(name.startsWith(`${own}/D003/`) || name.startsWith('workspace/'), `${file_path} -> ${name}`).toBe(true);
        expect(readdirSync(outside)).toEqual([]);
      }),
      { numRuns: Number(process.env['FUZZ_RUNS'] ?? 150) },
    );
  });
});

describe('A19: native tools under the study’s names', () => {
  test('AG-19: Bash runs in the study folder, is not confined, knows its caller and no keys', async () => {
    const result = await call(
      'Bash',
      {
        command:
          'pwd; echo "$ATTRACTOR_NODE $ATTRACTOR_DELEGATION ${SOME_API_KEY:-none} ${ATTRACTOR_STATUS_FILE:-none}"; echo y > made.txt; exit 3',
      },
      'D003',
    );
    expect(result).toBe(`${study}\nworker D003 none none\n[exit code 3]`);
    expect(existsSync(join(study, 'made.txt'))).toBe(true);
  });

  test('A19: Bash is stopped after timeout_s, and at what the time backstop leaves', async () => {
    const began = performance.now();
    expect(await call('Bash', { command: 'sleep 30', timeout_s: '0.2' })).toMatch(/stopped after 200 ms.*timeout_s/);
    timeLeft = 150;
    expect(await call('Bash', { command: 'sleep 30' })).toMatch(/stopped after 150 ms/);
    expect(performance.now() - began).toBeLessThan(15_000);
  });

  test('AG-08: Read, Glob and Grep see the study folder, the reports of others included, and nothing outside', async () => {
    await call('Write', { file_path: 'notes.md', content: 'alpha\nbeta\n' }, 'D004');
    writeFileSync(join(study, 'data.csv'), 'alpha,1\n');
    writeFileSync(join(dirname(study), 'private.txt'), 'alpha');
    expect(await call('Read', { file_path: `${own}/D004/notes.md` }, 'D003')).toBe('1 | alpha\n2 | beta');
    expect(await call('Glob', { pattern: '*.csv' })).toBe('data.csv');
    expect(await call('Grep', { pattern: 'alpha', path: own })).toBe(`${own}/D004/notes.md:1: alpha`);
    expect(await call('Grep', { pattern: 'alpha' })).toBe('data.csv:1: alpha,1');
    for (const path of ['../private.txt', join(dirname(study), 'private.txt'), '/etc/passwd']) {
      expect(await call('Read', { file_path: path })).toMatch(/^ERROR: .*outside/);
    }
    expect(statSync(join(study, own, 'D004')).isDirectory()).toBe(true);
  });
});
