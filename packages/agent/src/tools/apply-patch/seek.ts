/** Ways to compare a line, strictest first: exact, without its end, without its margins, with plain punctuation. */
const readings: readonly ((line: string) => string)[] = [
  (line) => line,
  (line) => line.trimEnd(),
  (line) => line.trim(),
  (line) => plainPunctuation(line).trim(),
];

/** What models write in ASCII and texts do not: dashes, quotation marks, blanks. */
function plainPunctuation(line: string): string {
  return line
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/[\u2018-\u201B]/g, "'")
    .replaceAll(/[\u201C-\u201F]/g, '"')
    .replaceAll(/[\u00A0\u2002-\u200A\u202F\u205F\u3000]/g, ' ');
}

/**
 * Where `wanted` stands in `lines`, from `from` on; the strictest reading that finds it decides, the first place of it wins.
 * `atEnd`: only as the last lines. Undefined when it is nowhere. Linear for each reading.
 */
export function seekLines(lines: readonly string[], wanted: readonly string[], from: number, atEnd: boolean): number | undefined {
  const last = lines.length - wanted.length;
  if (atEnd) {
    if (last < from) return undefined;
    return readings.some((read) => wanted.every((line, at) => read(line) === read(lines[last + at] as string))) ? last : undefined;
  }
  if (wanted.length === 0) return from;
  for (const read of readings) {
    const at = firstPlace(lines.slice(from).map(read), wanted.map(read));
    if (at !== undefined) return from + at;
  }
  return undefined;
}

/** Knuth-Morris-Pratt: files with thousands of equal lines are common (blank ones, closing braces). */
function firstPlace(lines: readonly string[], wanted: readonly string[]): number | undefined {
  const border = [0];
  for (let at = 1, length = 0; at < wanted.length; at++) {
    while (length > 0 && wanted[at] !== wanted[length]) length = border[length - 1] as number;
    if (wanted[at] === wanted[length]) length += 1;
    border.push(length);
  }
  for (let at = 0, length = 0; at < lines.length; at++) {
    while (length > 0 && lines[at] !== wanted[length]) length = border[length - 1] as number;
    if (lines[at] === wanted[length]) length += 1;
    if (length === wanted.length) return at - length + 1;
  }
  return undefined;
}
