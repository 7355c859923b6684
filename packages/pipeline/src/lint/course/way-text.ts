/** Nodes of a way that a message names; of a longer one the beginning and the end. */
const shown = 24;

/** `a -> b -> c`; the middle of a very long way is left out. */
export function wayText(ids: Iterable<string>): string {
  const first: string[] = [];
  let last = '';
  let count = 0;
  for (const id of ids) {
    if (count < shown) first.push(id);
    last = id;
    count++;
    // The end of a way far longer than a message is not worth walking to.
    if (count > 50 * shown) return `${first.join(' -> ')} -> ..`;
  }
  if (count <= shown) return first.join(' -> ');
  return `${first.slice(0, -1).join(' -> ')} -> .. ${count - shown} more .. -> ${last}`;
}
