/** The candidate nearest to `word` within edit distance 2 (swapped neighbours count once), or one it is a prefix of. */
export function suggest(word: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined;
  let bestDistance = 3;
  for (const candidate of candidates) {
    const distance = editDistance(word.slice(0, 64), candidate);
    if (distance < bestDistance && distance < Math.max(word.length, candidate.length) - 1) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best ?? (word.length >= 2 ? candidates.find((candidate) => candidate.startsWith(word)) : undefined);
}

function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    before = previous;
    previous = row;
  }
  return previous[b.length] ?? 0;
}
