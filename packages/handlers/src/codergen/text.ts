/** At most `limit` characters, a cut marked, no character halved. */
export function shorten(text: string, limit: number): string {
  return text.length <= limit ? text : `${firstCharacters(text, Math.max(0, limit - 3))}...`;
}

/** The first characters without a mark; a pair of surrogates is not torn apart. */
export function firstCharacters(text: string, limit: number): string {
  return text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, '');
}

export function oneLine(text: string): string {
  return text.slice(0, 10_000).replaceAll(/\s+/g, ' ').trim();
}

/** A fence longer than any in the text, so that the text cannot end it. */
export function fenced(text: string, language = 'text'): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
