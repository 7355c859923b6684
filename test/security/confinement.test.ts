import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ArtifactError, createArtifactStore, createRun } from '@attractor/engine';
import { afterAll, describe, expect, test } from 'vitest';
import { filesBelow, place, removePlaces, row, runWhole, tool } from '../support/engine.ts';

afterAll(removePlaces);

/** Everything that lies neither in the run directory nor in the working directory. */
function outside(root: string): readonly string[] {
  return filesBelow(root).filter((name) => !name.startsWith('run/') && !name.startsWith('work/'));
}

describe('files.md 1: nothing is written outside the run directory', () => {
  test.each(['..', '.', '../up', 'a/b', '/etc/x', 'a b', 'x\ny'])('language.md 1: a node id %j is refused', async (id) => {
    await expect(runWhole(row({ [id]: tool('true') }))).rejects.toThrow(/node_id/);
  });

  test.each(['journal.jsonl', 'feedback', 'artifacts', 'iteration_0', 'lock', 'branches', '.hidden', '...', '__proto__', 'visits'])(
    'an id %j has a folder of its own and harms no other file',
    async (id) => {
      const run = await runWhole(row({ [id]: tool('echo ran'), after: {} }));
      expect(run.result, run.result.reason).toMatchObject({ status: 'success' });
      expect(
        filesBelow(run.directory)
          .filter((name) => name.endsWith('output.txt'))
          .map((name) => run.file(name)),
      ).toEqual(['ran\n']);
      expect(run.file('journal.jsonl').split('\n').length).toBeGreaterThan(3);
      expect(outside(run.root)).toEqual([]);
    },
  );

  test('an id of 5,000 letters has a folder', async () => {
    const run = await runWhole(row({ ['n'.repeat(5000)]: tool('echo ran') }));
    expect(run.result.status).toBe('success');
    expect(outside(run.root)).toEqual([]);
  });

  test('labels, answers and reasons name no path', async () => {
    const path = '../../escape';
    const run = await runWhole(
      row({
        model: { label: path, prompt: path, outputs: path },
        check: tool(`echo '${path}'; exit 3`, { label: path, goal_gate: 'false', continue_on_fail: 'true' }),
      }),
      {
        script: {
          model: [{ text: path, outcome: { status: 'success', preferred_label: path, notes: path, context_updates: { [path]: path } } }],
        },
      },
    );
    expect(run.result.status).toBe('success');
    expect(outside(run.root)).toEqual([]);
    expect(filesBelow(run.root).filter((name) => name.includes('escape'))).toEqual([]);
  });

  test('§27: must_write looks and never writes, whatever a model puts into its path', async () => {
    const run = await runWhole(row({ model: {}, write: tool('true', { must_write: '$told/file', continue_on_fail: 'true' }) }), {
      script: { model: [{ outcome: { status: 'success', context_updates: { told: '../../escape' } } }] },
    });
    expect(outside(run.root)).toEqual([]);
    expect(JSON.parse(run.file('write/status.json'))).toMatchObject({ notes: expect.stringContaining('/escape/file is absent') });
  });

  test.each(['../x', '/tmp/attractor-escape', 'a/../../x', '..\\x', ''])('backends.md 1: a script file %j is refused', async (path) => {
    await expect(runWhole(row({ model: {} }), { script: { model: [{ text: 'x', files: { [path]: 'x' } }] } })).rejects.toThrow(
      /leaves the working directory/,
    );
  });

  test('backends.md 1: a script file behind a link that leads out fails its node, and writes nothing', async () => {
    const at = place();
    mkdirSync(join(at.root, 'secret'));
    symlinkSync(join(at.root, 'secret'), join(at.work, 'link'));
    symlinkSync(join(at.root, 'secret', 'new'), join(at.work, 'dangling'));
    for (const path of ['link/x', 'dangling', 'link/deep/er']) {
      const run = await runWhole(row({ model: {} }), {
        at: { root: place().root, work: at.work },
        script: { model: [{ text: 'x', files: { 'ok.txt': 'x', [path]: 'x' } }] },
      });
      expect(run.result).toMatchObject({ status: 'fail', reason: expect.stringContaining('lies outside') });
    }
    expect(filesBelow(join(at.root, 'secret'))).toEqual([]);
    expect(existsSync(join(at.work, 'ok.txt'))).toBe(false);
  });

  test('files.md 5: a dry run writes script files below its own folder only', async () => {
    const run = await runWhole(row({ model: {}, look: tool('touch ran') }), {
      mode: 'dry-run',
      script: { model: [{ text: 'x', files: { 'a/b.txt': 'x' } }], look: [{ exit: 0, files: { 'c.txt': 'y' } }] },
    });
    expect(filesBelow(run.work)).toEqual([]);
    expect(run.file('model/files/a/b.txt')).toBe('x');
    expect(run.file('look/files/c.txt')).toBe('y');
  });

  test('a link that a command puts in place of its status file is not written through', async () => {
    const at = place();
    const target = join(at.root, 'precious');
    writeFileSync(target, 'precious');
    const plant = `rm -f "$ATTRACTOR_STATUS_FILE"; ln -s ${target} "$ATTRACTOR_STATUS_FILE"`;
    const run = await runWhole(
      row({ plant: tool(plant, { continue_on_fail: 'true' }), again: tool(plant, { max_retries: '1', continue_on_fail: 'true' }) }),
      { at },
    );
    expect(readFileSync(target, 'utf8')).toBe('precious');
    expect(run.file('plant/status.json')).toContain('"node_id"');
  });

  test.each(['..', '../x', 'a/../../x', '/etc/passwd', 'x\0y', '.', ''])('canonical 5.5: the artefact id %j stays in artifacts/', (id) => {
    const { root } = place();
    const directory = join(root, 'run');
    const store = createRun(directory, {}, 'digraph {}', {}, { durability: 'process' });
    try {
      const artifacts = createArtifactStore({ directory, journal: () => {}, now: Date.now });
      try {
        artifacts.store(id, 'name', 'x'.repeat(200_000));
      } catch (error) {
        expect(error).toBeInstanceOf(ArtifactError);
      }
      expect(outside(root)).toEqual([]);
      expect(filesBelow(directory).filter((name) => name.includes('passwd') && !name.startsWith('artifacts/'))).toEqual([]);
    } finally {
      store.close();
    }
  });
});
