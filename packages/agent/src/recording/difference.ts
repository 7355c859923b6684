/** Differences that are looked for line by line; a text that differs more is shown as one block. */
const mostEdits = 400;
const contextLines = 3;

type Step = readonly [sign: ' ' | '-' | '+', line: string];

/** A unified diff of two texts, as lines, cut at `limit` lines; empty when they are equal. */
export function unifiedDiff(expected: readonly string[], asked: readonly string[], limit: number): string[] {
  let head = 0;
  while (head < expected.length && head < asked.length && expected[head] === asked[head]) head++;
  let tail = 0;
  while (tail < expected.length - head && tail < asked.length - head && expected.at(-1 - tail) === asked.at(-1 - tail)) tail++;
  const a = expected.slice(head, expected.length - tail);
  const b = asked.slice(head, asked.length - tail);
  if (a.length === 0 && b.length === 0) return [];
  const steps: Step[] = [
    ...expected.slice(Math.max(0, head - contextLines), head).map((line): Step => [' ', line]),
    ...editScript(a, b),
    ...expected.slice(expected.length - tail, expected.length - tail + contextLines).map((line): Step => [' ', line]),
  ];
  const lines = ['--- expected (recorded)', '+++ asked (now)', ...hunks(steps, Math.max(0, head - contextLines))].map(shortLine);
  return lines.length <= limit ? lines : [...lines.slice(0, limit - 1), `... ${lines.length - limit + 1} more lines`];
}

function shortLine(line: string): string {
  return line.length <= 300 ? line : `${line.slice(0, 200)} [...] ${line.slice(-90)}`;
}

/** Groups of changes with the lines around them, each under its `@@` line. */
function hunks(steps: readonly Step[], firstLine: number): string[] {
  const near = new Uint8Array(steps.length);
  for (const [at, [sign]] of steps.entries()) {
    if (sign !== ' ') near.fill(1, Math.max(0, at - contextLines), at + contextLines + 1);
  }
  const lines: string[] = [];
  let old = firstLine;
  let now = firstLine;
  for (let at = 0; at < steps.length; ) {
    let end = at;
    while (end < steps.length && near[end] === near[at]) end++;
    const part = steps.slice(at, end);
    const size = (sign: '-' | '+'): number => part.filter(([own]) => own === ' ' || own === sign).length;
    if (near[at] === 1) {
      lines.push(`@@ -${old + 1},${size('-')} +${now + 1},${size('+')} @@`);
      for (const [sign, line] of part) lines.push(sign + line);
    }
    old += size('-');
    now += size('+');
    at = end;
  }
  return lines;
}

/** Myers' greedy algorithm: the shortest list of removed and added lines, as long as it is short. */
function editScript(a: readonly string[], b: readonly string[]): Step[] {
  const block: Step[] = [...a.map((line): Step => ['-', line]), ...b.map((line): Step => ['+', line])];
  const most = Math.min(a.length + b.length, mostEdits);
  const furthest = new Map<number, number>([[1, 0]]);
  const rounds: Map<number, number>[] = [];
  for (let edits = 0; edits <= most; edits++) {
    rounds.push(new Map(furthest));
    for (let k = -edits; k <= edits; k += 2) {
      const down = k === -edits || (k !== edits && (furthest.get(k - 1) ?? -1) < (furthest.get(k + 1) ?? -1));
      let x = down ? (furthest.get(k + 1) ?? 0) : (furthest.get(k - 1) ?? 0) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      furthest.set(k, x);
      if (x >= a.length && x - k >= b.length) return walkBack(a, b, rounds);
    }
  }
  return block;
}

function walkBack(a: readonly string[], b: readonly string[], rounds: readonly ReadonlyMap<number, number>[]): Step[] {
  const steps: Step[] = [];
  let x = a.length;
  let y = b.length;
  for (let edits = rounds.length - 1; edits >= 0; edits--) {
    const furthest = rounds[edits] ?? new Map<number, number>();
    const k = x - y;
    const down = k === -edits || (k !== edits && (furthest.get(k - 1) ?? -1) < (furthest.get(k + 1) ?? -1));
    const from = down ? k + 1 : k - 1;
    const fromX = furthest.get(from) ?? 0;
    const fromY = fromX - from;
    for (; x > fromX && y > fromY && x > 0 && y > 0; x--, y--) steps.push([' ', a[x - 1] ?? '']);
    if (edits === 0) break;
    if (down) steps.push(['+', b[--y] ?? '']);
    else steps.push(['-', a[--x] ?? '']);
  }
  return steps.reverse();
}
