import { type ErrorBody, readErrorBody } from './error-body.ts';
import type { ModelErrorKind } from './model-error.ts';

interface Failure {
  /** Absent for an error that came inside a stream. */
  readonly status: number | undefined;
  readonly error: ErrorBody;
}

interface Rule {
  readonly kind: ModelErrorKind;
  readonly applies: (failure: Failure) => boolean;
}

const codes = (pattern: RegExp) => (failure: Failure) => failure.error.codes.some((code) => pattern.test(code));
const message = (pattern: RegExp) => (failure: Failure) => pattern.test(failure.error.message);
const status =
  (...values: readonly number[]) =>
  (failure: Failure) =>
    failure.status !== undefined && values.includes(failure.status);

/**
 * First match wins. Bodies come before statuses: exhausted quota and rate limits share 429, a bad key of Gemini is a 400.
 * Google says "exceeded your current quota" for limits per minute too, so only its quota ids count.
 */
const rules: readonly Rule[] = [
  {
    kind: 'quota',
    applies: codes(
      /^(insufficient_quota|credit_balance_exhausted|billing_error|billing_hard_limit_reached|billing_not_active|(organization|project)_(spend|usage)_limit_exceeded|.*spend_limit_reached)$/,
    ),
  },
  { kind: 'quota', applies: status(402) },
  {
    kind: 'quota',
    applies: message(
      /credit balance is too low|prepa\w+ (credits?|funds|balance)[^.]*(depleted|exhausted)|monthly spend(ing)? (cap|limit)/i,
    ),
  },
  {
    kind: 'quota',
    applies: ({ error }) => error.violations.some(({ quotaId, quotaValue }) => /PerDay|PerMonth/.test(quotaId) || quotaValue === '0'),
  },
  { kind: 'context_length', applies: codes(/^(context_length_exceeded|request_too_large|string_above_max_length)$/) },
  { kind: 'context_length', applies: status(413) },
  {
    kind: 'context_length',
    applies: (failure) =>
      (failure.status === undefined || failure.status === 400 || failure.status === 422) &&
      message(/prompt is too long|context (length|window)|maximum context|input token count .*exceeds|too many (input )?tokens/i)(failure),
  },
  { kind: 'auth', applies: codes(/^(authentication_error|invalid_api_key|API_KEY_INVALID|UNAUTHENTICATED|invalid_authentication)$/) },
  { kind: 'auth', applies: status(401) },
  { kind: 'permission', applies: codes(/^(permission_error|PERMISSION_DENIED)$/) },
  { kind: 'permission', applies: status(403) },
  { kind: 'not_found', applies: codes(/^(not_found_error|model_not_found|NOT_FOUND)$/) },
  { kind: 'not_found', applies: status(404) },
  { kind: 'content_filter', applies: codes(/^(content_filter|content_policy_violation|.*_policy_violation|bio_policy)$/) },
  { kind: 'overloaded', applies: codes(/^(overloaded_error|UNAVAILABLE|slow_down)$/) },
  { kind: 'overloaded', applies: status(503, 529) },
  { kind: 'rate_limit', applies: codes(/^(rate_limit_error|rate_limit_exceeded|RESOURCE_EXHAUSTED|too_many_requests)$/) },
  { kind: 'rate_limit', applies: status(429) },
  { kind: 'server', applies: codes(/^(server_error|api_error|timeout_error|internal_error|INTERNAL|DEADLINE_EXCEEDED)$/) },
  { kind: 'server', applies: status(408, 409) },
  { kind: 'server', applies: (failure) => failure.status !== undefined && failure.status >= 500 },
  { kind: 'bad_request', applies: (failure) => failure.status !== undefined && failure.status >= 400 },
  { kind: 'bad_request', applies: codes(/invalid|INVALID_ARGUMENT/) },
];

/** The kind of a failure that a server reported, by body first and status second; an unknown one counts as the server's. */
export function classify(httpStatus: number | undefined, error: ErrorBody): ModelErrorKind {
  return rules.find((rule) => rule.applies({ status: httpStatus, error }))?.kind ?? 'server';
}

/** The same for a status and a text that somebody else passes on, e.g. a command-line agent. */
export function classifyError(httpStatus: number | undefined, text: string): ModelErrorKind {
  return classify(httpStatus, readErrorBody(text));
}
