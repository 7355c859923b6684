import { expect, test } from 'vitest';
import { classify } from '../../src/errors/classify.ts';
import { readErrorBody } from '../../src/errors/error-body.ts';
import { retryAfter } from '../../src/errors/retry-after.ts';
import { redactor } from '../../src/transport/redact.ts';

const kind = (status: number | undefined, body: unknown) =>
  classify(status, readErrorBody(typeof body === 'string' ? body : JSON.stringify(body)));
const openai = (code: string, message = '') => ({ error: { code, type: 'insufficient_quota', message } });

test.each([
  [429, openai('project_spend_limit_exceeded'), 'quota'],
  [429, openai('credit_balance_exhausted'), 'quota'],
  [429, { error: { code: 'rate_limit_exceeded', type: 'tokens', message: 'Rate limit reached for tokens per min' } }, 'rate_limit'],
  [
    429,
    { type: 'error', error: { type: 'rate_limit_error', details: { error_code: 'enforced_spend_limit_reached' }, message: 'x' } },
    'quota',
  ],
  [429, { type: 'error', error: { type: 'rate_limit_error', details: { error_code: 'ramp_limit_exceeded' }, message: 'x' } }, 'rate_limit'],
  [402, { error: { type: 'billing_error', message: 'x' } }, 'quota'],
  [
    429,
    {
      error: {
        code: 429,
        status: 'RESOURCE_EXHAUSTED',
        message: 'x',
        details: [{ violations: [{ quotaId: 'PerMinute', quotaValue: '0' }] }],
      },
    },
    'quota',
  ],
  [429, [{ error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'You exceeded your current quota' } }], 'rate_limit'],
  [413, { error: { type: 'request_too_large', message: 'Request exceeds the maximum size' } }, 'context_length'],
  [400, { error: { message: "This model's maximum context length is 8192 tokens" } }, 'context_length'],
  [400, { error: { code: 'content_policy_violation', message: 'x' } }, 'content_filter'],
  [400, { error: { message: 'temperature must be at most 2' } }, 'bad_request'],
  [408, '', 'server'],
  [504, 'upstream timed out', 'server'],
  [503, '', 'overloaded'],
  [404, 'nothing here', 'not_found'],
  [undefined, { error: { type: 'overloaded_error', message: 'Overloaded' } }, 'overloaded'],
  [undefined, { type: 'invalid_request_error', message: 'bad' }, 'bad_request'],
  [undefined, { code: 'rate_limit_exceeded', message: 'x' }, 'rate_limit'],
  [undefined, 'something', 'server'],
])('backends.md 4: status %s with body %j is %s', (status, body, expected) => {
  expect(kind(status, body)).toBe(expected);
});

test('backends.md 4: Google’s RetryInfo is the wait', () => {
  const body = { error: { code: 429, message: 'x', status: 'RESOURCE_EXHAUSTED', details: [{ retryDelay: '20.223s' }] } };
  expect(readErrorBody(JSON.stringify(body)).retryDelayMs).toBe(20_223);
});

test.each([
  [{ 'retry-after': '2' }, 2000],
  [{ 'retry-after': '1.5' }, 1500],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after-ms': '250', 'retry-after': '9' }, 250],
  [{ 'retry-after': 'Fri, 20 Nov 2026 10:00:05 GMT' }, 5000],
  [{ 'retry-after': 'Fri, 20 Nov 2026 09:00:00 GMT' }, 0],
  [{ 'retry-after': 'soon' }, undefined],
  [{ 'retry-after': '-5' }, undefined],
  [{}, undefined],
])('backends.md 4: Retry-After %j is %s ms', (headers, expected) => {
  expect(retryAfter(new Headers(headers as Record<string, string>), Date.parse('2026-11-20T10:00:00Z'))).toBe(expected);
});

test('backends.md 4: a long or nested body stays short, and secrets leave it', () => {
  const { message } = readErrorBody('x'.repeat(100_000));
  expect(message.length).toBeLessThan(1100);
  expect(redactor(['sekret', ''])('a sekret b sekret')).toBe('a [redacted] b [redacted]');
});
