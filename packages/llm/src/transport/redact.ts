import { type JsonObject, parseJson } from '../json.ts';
import type { WireRequest } from './transport.ts';

const safeRequestHeaders = ['content-type', 'accept', 'anthropic-version', 'anthropic-beta', 'x-goog-api-client', 'user-agent'];
const safeResponseHeaders = ['content-type', 'retry-after', 'retry-after-ms', 'request-id', 'x-request-id', 'date'];

/** Replaces every occurrence of the given secrets in a text. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const worth = secrets.filter((secret) => secret.length >= 4);
  return (text) => worth.reduce((left, secret) => left.replaceAll(secret, '[redacted]'), text);
}

/** A request as it may be recorded: only headers that are known to hold no secret, no query parameter `key`. */
export function recordedRequest({ method, url, headers, body }: WireRequest, redact: (text: string) => string): JsonObject {
  const address = new URL(url);
  if (address.searchParams.has('key')) address.searchParams.set('key', '[redacted]');
  address.username = '';
  address.password = '';
  return {
    method,
    url: redact(address.href),
    headers: only(headers, safeRequestHeaders),
    body: body === undefined ? null : (parseJson(redact(body)) ?? redact(body)),
  };
}

export function recordedResponseHeaders(headers: Headers): JsonObject {
  return only(headers, safeResponseHeaders, 'x-ratelimit-', 'anthropic-ratelimit-');
}

function only(headers: Headers, names: readonly string[], ...prefixes: readonly string[]): JsonObject {
  const kept = [...headers].filter(([name]) => names.includes(name) || prefixes.some((prefix) => name.startsWith(prefix)));
  return Object.fromEntries(kept);
}
