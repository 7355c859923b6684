const milliseconds = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Milliseconds of `900s`, `15m`, `250ms`, `2h`, `1d`, `1.5h`, or a bare integer in `unit`; undefined when it is none. */
export function readDuration(text: string, unit: 's' | 'ms'): number | undefined {
  const match = /^(\d+)(\.\d+)?(ms|s|m|h|d)?$/.exec(text.trim());
  if (!match) return undefined;
  const suffix = match[3] as keyof typeof milliseconds | undefined;
  if (suffix === undefined && match[2] !== undefined) return undefined;
  const value = Math.round(Number(`${match[1]}${match[2] ?? ''}`) * milliseconds[suffix ?? unit]);
  return Number.isSafeInteger(value) ? value : undefined;
}

/** A duration for people and files, in the largest unit that divides it: `900s` stays readable as `15m`. */
export function formatDuration(value: number): string {
  for (const unit of ['d', 'h', 'm', 's'] as const) {
    if (value > 0 && value % milliseconds[unit] === 0) return `${value / milliseconds[unit]}${unit}`;
  }
  return `${value}ms`;
}

/** Milliseconds of `HH:MM:SS`, hours without a limit; undefined when it is none. */
export function readClock(text: string): number | undefined {
  const match = /^(\d+):([0-5]?\d):([0-5]?\d)$/.exec(text.trim());
  if (match === null) return undefined;
  const value = (Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3])) * 1000;
  return Number.isSafeInteger(value) ? value : undefined;
}
