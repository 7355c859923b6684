/** White space collapsed, `"` made `'`, cut to `limit` with an ellipsis (MM-04); what HTML or Mermaid would read as code is text. */
export function mermaidText(text: string, limit: number): string {
  const clean = text.replaceAll(/\s+/g, ' ').trim().replaceAll('"', "'");
  const characters = [...clean];
  const cut = characters.length > limit ? `${characters.slice(0, limit - 1).join('')}…` : clean;
  return cut.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const reserved = new Set(
  'end graph flowchart subgraph direction class classdef style linkstyle click call href default interpolate o x'.split(' '),
);

/** Ids as Mermaid reads them: what it reserves or cannot read gets an alias, one id always the same (MM-11). */
export function mermaidIds(names: Iterable<string>): ReadonlyMap<string, string> {
  const all = [...names];
  const ids = new Map<string, string>();
  const taken = new Set(all.filter(isSafe));
  for (const name of all) {
    if (ids.has(name)) continue;
    ids.set(name, isSafe(name) ? name : free(`n_${name.replaceAll(/\W/g, '_')}`, taken));
  }
  return ids;
}

function isSafe(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && !reserved.has(name.toLowerCase());
}

function free(wanted: string, taken: Set<string>): string {
  let id = wanted;
  for (let count = 2; taken.has(id); count++) id = `${wanted}_${count}`;
  taken.add(id);
  return id;
}
