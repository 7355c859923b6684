import { RE2JS } from 're2js';

/**
 * A glob as a test of a path with `/`: `*` and `?` within a name, `**` over folders, `[a-z]`, `{a,b}`. A pattern without `/`
 * is held against the last name. A text says why it is no glob. Linear time, whatever the pattern.
 */
export function filePattern(pattern: string): ((path: string) => boolean) | string {
  const written = pattern.replace(/^\.\//, '');
  const source = globSource(written);
  if (source === undefined) return `${pattern} is no glob: a bracket or brace is not closed`;
  try {
    const expression = RE2JS.compile(`^${written.includes('/') ? '' : '(?:.*/)?'}${source}$`, RE2JS.DOTALL);
    return (path) => expression.matcher(path).find();
  } catch (error) {
    return `${pattern} is no glob: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function globSource(pattern: string): string | undefined {
  let source = '';
  let braces = 0;
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at] as string;
    if (char === '*' && pattern[at + 1] === '*') {
      const wholeFolder = (at === 0 || pattern[at - 1] === '/') && pattern[at + 2] === '/';
      source += wholeFolder ? '(?:.*/)?' : '.*';
      at += wholeFolder ? 2 : 1;
    } else if (char === '*') source += '[^/]*';
    else if (char === '?') source += '[^/]';
    else if (char === '[') {
      const end = pattern.indexOf(']', at + 2);
      if (end < 0) return undefined;
      const negated = pattern[at + 1] === '!' || pattern[at + 1] === '^';
      const members = pattern.slice(at + (negated ? 2 : 1), end).replaceAll(/[\\[\]^]/g, '\\$&');
      source += `[${negated ? '^/' : ''}${members}]`;
      at = end;
    } else if (char === '{') {
      braces += 1;
      source += '(?:';
    } else if (char === '}' && braces > 0) {
      braces -= 1;
      source += ')';
    } else if (char === ',' && braces > 0) source += '|';
    else source += char.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  }
  return braces === 0 ? source : undefined;
}
