import { describe, expect, test } from 'vitest';
import { modelFailedStep, toolFailedStep } from '../src/failed-step.ts';

const size = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

describe('§30: failed_step', () => {
  test('of a model node: 500 characters of the prompt, the last 2,000 of the answer, the error', () => {
    expect(modelFailedStep('p'.repeat(600), `${'a'.repeat(3000)}end`, 'no')).toEqual({
      prompt: 'p'.repeat(500),
      response_tail: `${'a'.repeat(1997)}end`,
      error: 'no',
    });
    expect(modelFailedStep('p', undefined, 'no')).toEqual({ prompt: 'p', response_tail: '', error: 'no' });
  });

  test('over 8,192 bytes the tail is dropped first, and that is said', () => {
    const step = modelFailedStep('p', '\u0001'.repeat(2000), 'no');
    expect(step).toEqual({ prompt: 'p', response_tail: '', error: 'no', verification_gap: { log_filtered: true } });
  });

  test('no text is too long for the cap', () => {
    expect(size(modelFailedStep('\u0001'.repeat(900), '\u0001'.repeat(9000), '\u0001'.repeat(90_000)))).toBeLessThanOrEqual(8192);
    expect(size(toolFailedStep('\u0001'.repeat(900), 1, '\u0001'.repeat(9000), '\u0001'.repeat(9000)))).toBeLessThanOrEqual(8192);
  });

  test('of a tool: command, exit code, both tails; stdout goes first', () => {
    expect(toolFailedStep('make', 2, 'out', 'err')).toEqual({ command: 'make', exit_code: 2, stdout_tail: 'out', stderr_tail: 'err' });
    expect(toolFailedStep('make', 2, '\u0001'.repeat(2000), 'err')).toMatchObject({ stdout_tail: '', stderr_tail: 'err' });
  });
});
