/**
 * The wait that response headers ask for, in milliseconds: `retry-after-ms`, or `Retry-After` as seconds or as an HTTP date.
 * Undefined when there is none or it makes no sense; a date that has passed is 0.
 */
export function retryAfter(headers: Headers, now: number): number | undefined {
  const exact = number(headers.get('retry-after-ms'));
  if (exact !== undefined) return exact;
  const value = headers.get('retry-after');
  const seconds = number(value);
  if (seconds !== undefined) return Math.round(seconds * 1000);
  const date = value === null ? Number.NaN : Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function number(value: string | null): number | undefined {
  return value !== null && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : undefined;
}
