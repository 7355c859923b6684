import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, jsonText, readTrace, success } from '@attractor/engine';
import { describe, expect, it } from 'vitest';
import { doing, graphOf, type Scene, scene, start, type Work } from '../support/run-graph.ts';

/** A loop that a judge sends round until its n-th call. */
function loop(passes: number, works: Record<string, Work>, attributes = ''): { text: string; at: Scene } {
  const text = `digraph g { start -> gen -> judge; judge -> gen [condition="outcome=fail", loop_restart=true]; judge -> exit [condition="outcome=success"]; ${attributes} }`;
  const judge: Work = (invocation, call) =>
    call < passes ? fail('deterministic', `verdict ${call}`, { isExplicit: true }) : (works['judge']?.(invocation, call) ?? success(true));
  return { text, at: scene({ ...works, judge: works['judge'] ?? judge }) };
}

describe('loop_restart', () => {
  it('engine.md 7: iteration and loop_count go up, trace and folders follow (§24)', async () => {
    const seen: unknown[] = [];
    const { text, at } = loop(3, {
      gen: ({ context, iteration }) => {
        seen.push([context.get('iteration'), context.get('loop_count'), iteration]);
        return success(true);
      },
    });
    expect(await start(graphOf(text), at)).toMatchObject({ status: 'success' });
    expect(seen).toEqual([
      ['0', '0', 0],
      ['1', '1', 1],
      ['2', '2', 2],
    ]);
    expect(readTrace(at.directory).map((line) => line.iteration)).toEqual([0, 0, 0, 1, 1, 2, 2]);
    for (const n of [0, 1, 2]) expect(existsSync(join(at.directory, `iteration_${n}`, 'gen', 'status.json'))).toBe(true);
    const status = (path: string): unknown => JSON.parse(readFileSync(join(at.directory, path, 'judge', 'status.json'), 'utf8'));
    expect(status('iteration_0')).toMatchObject({ outcome: 'fail', iteration: 0, visit: 1 });
    expect(status('.')).toMatchObject({ outcome: 'success', iteration: 2, visit: 3 });
    expect(at.events.filter((event) => event.type === 'loop.restarted')).toMatchObject([
      { from: 'judge', to: 'gen', iteration: 1 },
      { from: 'judge', to: 'gen', iteration: 2 },
    ]);
  });

  it('engine.md 7: plain tool keys move to previous.*, preferred_label and attempts are forgotten, the rest stays', async () => {
    const seen: Record<string, unknown>[] = [];
    const tool = { output: 'out\n', lastLine: 'out', exitCode: 1, stderrTail: 'err' };
    const keys = [
      'tool.output',
      'previous.tool.output',
      'previous.tool.exit_code',
      'judge.output',
      'preferred_label',
      'kept',
      'internal.retry_count.gen',
    ];
    const { text, at } = loop(2, {
      gen: ({ context }) => {
        seen.push(Object.fromEntries(keys.map((key) => [key, context.get(key)])));
        return success(true, { contextUpdates: { kept: 1 }, preferredLabel: 'go' });
      },
      judge: (_, call) => (call === 1 ? fail('deterministic', 'no', { tool }) : success(true, { tool })),
    });
    await start(
      graphOf(text.replace('condition="outcome=fail"', 'condition="status=fail"').replace('outcome=success', 'status=success')),
      at,
    );
    expect(seen[1]).toEqual({
      'tool.output': undefined,
      'previous.tool.output': 'out\n',
      'previous.tool.exit_code': '1',
      'judge.output': 'out\n',
      preferred_label: undefined,
      kept: 1,
      'internal.retry_count.gen': undefined,
    });
  });

  it('engine.md 7: skip marks are forgotten; steps, visits and redirects are not', async () => {
    const marked =
      'digraph g { start -> p; p -> q [condition="outcome=fail", loop_restart=true]; p [outputs=k]; q [requires=k]; q -> exit }';
    const at = scene({ p: () => fail('deterministic', 'half', { contextUpdates: { k: 'old' } }) });
    expect(await start(graphOf(marked), at)).toMatchObject({ status: 'success' });
    const visits = loop(9, {}, 'gen [max_visits=3]');
    expect((await start(graphOf(visits.text), visits.at)).reason).toMatch(/^max_visits_exceeded: 'gen' has run 3 times/);
    const steps = loop(9, {}, 'graph [max_steps=6]');
    expect((await start(graphOf(steps.text), steps.at)).reason).toMatch(/^max_steps_exceeded: 6 steps/);
  });
});

describe('feedback', () => {
  it('engine.md 7: the text is there before the first restart, empty, and numbered by completed passes after (§29)', async () => {
    const seen: unknown[] = [];
    const { text, at } = loop(
      3,
      { gen: ({ context }) => doing(() => seen.push(context.get('prior_critiques_gen')), success(true)) },
      'gen [feedback_from=judge]',
    );
    await start(graphOf(text), at);
    expect(seen).toEqual(['', 'Iteration 1 critique: verdict 1', 'Iteration 1 critique: verdict 1\nIteration 2 critique: verdict 2']);
    expect(readFileSync(join(at.directory, 'feedback', 'gen.md'), 'utf8')).toBe(`${jsonText(seen[2])}\n`);
  });

  it('engine.md 7: at most 5 entries, the oldest dropped, 500 characters each (§29)', async () => {
    let last = '';
    const { text, at } = loop(
      9,
      {
        gen: ({ context }) => {
          last = jsonText(context.get('prior_critiques_gen'));
          return success(true);
        },
        judge: (_, call) => (call < 9 ? fail('deterministic', `${call}`.repeat(600)) : success(true)),
      },
      'gen [feedback_from=judge]',
    );
    await start(graphOf(text), at);
    const entries = last.split('\n');
    expect(entries.map((entry) => entry.slice(0, 23))).toEqual([4, 5, 6, 7, 8].map((n) => `Iteration ${n} critique: ${n}`.slice(0, 23)));
    expect(entries[0]).toBe(`Iteration 4 critique: ${'4'.repeat(500)} [...truncated]`);
  });

  it("engine.md 7: tool output, else response, else notes, else a failed critic's reason; several critics, also in a block", async () => {
    const tool = { output: 'full\noutput\n', lastLine: 'output', exitCode: 1, stderrTail: '' };
    const cases = [
      [{ tool, responseText: 'r', notes: 'n' }, 'full\noutput'],
      [{ responseText: 'r', notes: 'n' }, 'r'],
      [{ notes: 'n' }, 'n'],
      [{}, 'reason'],
    ] as const;
    for (const [extra, expected] of cases) {
      let seen: unknown;
      const { text, at } = loop(
        2,
        {
          gen: ({ context }) => {
            seen = context.get('prior_critiques_gen');
            return success(true);
          },
          judge: (_, call) => (call === 1 ? fail('deterministic', 'reason', extra) : success(true)),
        },
        'gen [feedback_from=judge]',
      );
      await start(graphOf(text), at);
      expect(seen).toBe(`Iteration 1 critique: ${expected}`);
    }
    let both: unknown;
    const text =
      'digraph g { start -> gen -> fan; gen [feedback_from="x,y"]; fan [shape=component]; fan -> x -> j; fan -> y -> j; j [shape=tripleoctagon]; j -> gen [condition="k=again", loop_restart=true]; j -> exit [condition="k=enough"] }';
    const at = scene({
      gen: ({ context }) => {
        both = context.get('prior_critiques_gen');
        return success(true);
      },
      x: () => success(true, { notes: 'from x' }),
      y: () => success(true, { notes: 'from y' }),
      j: (_, call) => success(true, { contextUpdates: { k: call === 1 ? 'again' : 'enough' } }),
    });
    await start(graphOf(text), at);
    expect(both).toBe('Iteration 1 critique: from x\nIteration 1 critique: from y');
  });
});
