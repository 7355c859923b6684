/** Milliseconds for people: `0.4s`, `12.3s`, `4m05s`, `2h03m`. */
export function durationText(ms: number): string {
  if (!Number.isFinite(ms) || ms < 0) return '?';
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)}s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m${two(seconds % 60)}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1440) return `${Math.floor(minutes / 60)}h${two(minutes % 60)}m`;
  return `${Math.floor(minutes / 1440)}d${two(Math.floor((minutes % 1440) / 60))}h`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Reads `900s`, `15m`, `250ms`, `2h`, `1d`, or a bare number of seconds; undefined for anything else and for zero. */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)?$/.exec(text);
  if (match === null) return undefined;
  const ms = Math.round(Number(match[1]) * (units[match[2] ?? 's'] ?? 1000));
  return ms > 0 && Number.isSafeInteger(ms) ? ms : undefined;
}

/** Dollars for people; small sums keep their digits. */
export function moneyText(usd: number): string {
  return `$${usd >= 1 || usd === 0 ? usd.toFixed(2) : usd.toFixed(4)}`;
}
