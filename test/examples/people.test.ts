import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parkInterviewer, recordAnswer } from '@attractor/handlers';
import { afterAll, describe, expect, it } from 'vitest';
import { answersOf, example, removeExamples } from './run-example.ts';

afterAll(removeExamples);

describe('examples: people', () => {
  it('engine.md 9: human-approval asks again after a revision and publishes what was approved', async () => {
    const { result, route, written } = await example('human-approval', { interviewer: answersOf('human-approval') }).run();
    expect(route).toEqual(['draft', 'approve', 'draft', 'approve', 'publish']);
    expect(result.status).toBe('success');
    expect(written('.attractor/human-approval/published.md')).toContain('exported as CSV');
  });

  it('engine.md 9: without a person, human-approval takes the default, which publishes nothing', async () => {
    const approval = example('human-approval');
    const { result, route } = await approval.run();
    expect(route).toEqual(['draft', 'approve', 'withdraw']);
    expect(result.status).toBe('success');
    expect(existsSync(join(approval.work, '.attractor/human-approval/published.md'))).toBe(false);
  });

  it('engine.md 9: freeform-review gives the words of a person to the model and, as data, to a command', async () => {
    const { result, route, file, written } = await example('freeform-review', { interviewer: answersOf('freeform-review') }).run();
    expect(route).toEqual(['draft', 'review', 'revise', 'keep', 'decide', 'send']);
    expect(result.status).toBe('success');
    const words = `Say that Ann's "garden" is behind the house; $HOME is not a place. Bring a chair.`;
    expect(file('revise/prompt.md')).toContain(words);
    expect(written('.attractor/freeform-review/remarks.txt')).toBe(`${words}\n`);
    expect(written('.attractor/freeform-review/sent.txt')).toContain('bring a chair');
  });

  it('engine.md 9, 14: parked-approval ends, and goes on where it was when the answer is there', async () => {
    const approval = example('parked-approval', { interviewer: parkInterviewer() });
    const parked = await approval.run();
    expect(parked.route).toEqual(['setup', 'find']);
    expect(parked.result).toMatchObject({ status: 'parked', questions: ['approve'] });
    const answer = (value: string) => recordAnswer(parked.result.directory, 'approve', { value }, { channel: 'test', from: approval.work });
    expect(answer('perhaps')).toMatchObject({ ok: false });
    expect(answer('delete')).toMatchObject({ ok: true });
    const { result, route } = await approval.resume();
    expect(route).toEqual(['setup', 'find', 'approve', 'delete']);
    expect(result.status).toBe('success');
    const left = ['2024-12.log', '2025-01.log', '2026-11.log'].filter((name) =>
      existsSync(join(approval.work, '.attractor/parked-approval/logs', name)),
    );
    expect(left).toEqual(['2026-11.log']);
  });
});
