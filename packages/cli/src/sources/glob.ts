/** At most this many alternatives out of `{a,b}`; more is a mistake. */
const alternativeLimit = 256;

/** A glob split into path segments, once for each alternative of its braces. */
export function globParts(pattern: string): string[][] {
  let patterns = [pattern];
  for (;;) {
    const next = patterns.flatMap(expandBrace);
    if (next.length === patterns.length && next.every((each, i) => each === patterns[i])) break;
    patterns = next.slice(0, alternativeLimit);
  }
  return patterns.map((each) => each.split('/').filter((part, i) => part !== '' || i === 0));
}

function expandBrace(pattern: string): string[] {
  const match = /\{([^{}]*,[^{}]*)\}/.exec(pattern);
  if (match === null) return [pattern];
  const before = pattern.slice(0, match.index);
  const after = pattern.slice(match.index + match[0].length);
  return (match[1] ?? '').split(',').map((word) => before + word + after);
}
