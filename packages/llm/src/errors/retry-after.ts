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
  // A date of HTTP starts with the day of the week; the parser of dates takes nearly anything.
  const date = value !== null && /^\s*[A-Za-z]/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function number(value: string | null): number | undefined {
  return value !== null && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : undefined;
}
