/** File of the rows of a store, and of each namespace. */
export const rowsFile = 'rows.jsonl';

const pattern = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$/;

/** What keeps a text from being a namespace, which is a folder of the store, or undefined. */
export function namespaceProblem(namespace: string | null): string | undefined {
  if (namespace === null || (pattern.test(namespace) && namespace !== rowsFile)) return undefined;
  return `\`${namespace.slice(0, 80)}\` is no namespace: 1 to 64 letters, digits, dots, dashes and underscores, no dot or dash first`;
}
