/** A test for one path segment with `*`, `?` and `[..]` (`[!..]` negated); linear in pattern times name. Hidden names need a leading dot in the pattern. */
export function segmentPattern(pattern: string): (name: string) => boolean {
  const tokens = pattern.match(/\*+|\?|\[!?[^\]]+\]|./gsu) ?? [];
  return (name) => (!name.startsWith('.') || pattern.startsWith('.')) && matches(tokens, [...name]);
}

/** True when a path segment is a pattern. */
export function hasWildcard(segment: string): boolean {
  return /[*?[]/.test(segment);
}

/** Greedy, with one way back: to the last star. */
function matches(tokens: readonly string[], name: readonly string[]): boolean {
  let token = 0;
  let at = 0;
  let star = -1;
  let starAt = 0;
  while (at < name.length) {
    const current = tokens[token];
    if (current?.startsWith('*') === true) {
      star = token;
      starAt = at;
      token++;
    } else if (current !== undefined && matchesOne(current, name[at] ?? '')) {
      token++;
      at++;
    } else if (star >= 0) {
      token = star + 1;
      starAt++;
      at = starAt;
    } else return false;
  }
  return tokens.slice(token).every((rest) => rest.startsWith('*'));
}

function matchesOne(token: string, sign: string): boolean {
  if (token === '?') return true;
  if (token.length === 1 || !token.startsWith('[')) return token === sign;
  const negated = token[1] === '!';
  const set = [...token.slice(negated ? 2 : 1, -1)];
  let found = false;
  for (let i = 0; i < set.length; i++) {
    const low = set[i] ?? '';
    const high = set[i + 1] === '-' ? set[i + 2] : undefined;
    found ||= high === undefined ? low === sign : low <= sign && sign <= high;
    if (high !== undefined) i += 2;
  }
  return found !== negated;
}
