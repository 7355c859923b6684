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

/** A test for one path segment with `*`, `?` and `[..]`; linear in pattern times name. Hidden names need a pattern that begins with a dot. */
export function segmentPattern(pattern: string): (name: string) => boolean {
  const tokens = pattern.match(/\*+|\?|\[!?[^\]]+\]|[\s\S]/gu) ?? [];
  return (name) => (!name.startsWith('.') || pattern.startsWith('.')) && matchTokens(tokens, [...name]);
}

function matchTokens(tokens: readonly string[], name: readonly string[]): boolean {
  // Greedy with one way back: to the last star.
  let token = 0;
  let at = 0;
  let star = -1;
  let starAt = 0;
  while (at < name.length) {
    const current = tokens[token];
    if (current?.startsWith('*') === true) {
      star = token++;
      starAt = at;
    } else if (current !== undefined && matchOne(current, name[at] ?? '')) {
      token++;
      at++;
    } else if (star >= 0) {
      token = star + 1;
      at = ++starAt;
    } else return false;
  }
  return tokens.slice(token).every((rest) => rest.startsWith('*'));
}

function matchOne(token: string, sign: string): boolean {
  if (token === '?') return true;
  if (!token.startsWith('[') || token.length === 1) return token === sign;
  const negated = token.startsWith('[!');
  const set = token.slice(negated ? 2 : 1, -1);
  let found = false;
  for (let i = 0; i < set.length; i++) {
    const end = set[i + 1] === '-' ? set[i + 2] : undefined;
    if (end === undefined) found ||= set[i] === sign;
    else {
      found ||= (set[i] ?? '') <= sign && sign <= end;
      i += 2;
    }
  }
  return found !== negated;
}
