/** How a context value reads in conditions, prompts and variables: text as is, missing as empty, the rest as JSON (language.md 3). */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return ''; // cyclic, too deep or a bigint: not a JSON value, so it has no text
  }
}
