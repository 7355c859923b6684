const SUFFIX_LENGTH = 8;

/** A run id: UTC time to the millisecond, then random letters; ids sort by time as text (files.md 1). `random` is uniform in [0, 1). */
export function newRunId(nowMs: number, random: () => number): string {
  const time = new Date(nowMs).toISOString().replace(/[-:]/g, '').replace('T', '-').replace('.', '-').replace('Z', '');
  let suffix = '';
  while (suffix.length < SUFFIX_LENGTH) suffix += Math.floor(random() * 36).toString(36);
  return `${time}-${suffix}`;
}
