/** Whether a name matches a glob of `*` and `?`; linear in practice: one place to go back to, no recursion. */
export function matchesGlob(glob: string, name: string): boolean {
  let g = 0;
  let n = 0;
  let star = -1;
  let from = 0;
  while (n < name.length) {
    if (glob[g] === '*') {
      star = g;
      from = n;
      g += 1;
    } else if (g < glob.length && (glob[g] === '?' || glob[g] === name[n])) {
      g += 1;
      n += 1;
    } else if (star >= 0) {
      g = star + 1;
      from += 1;
      n = from;
    } else return false;
  }
  while (glob[g] === '*') g += 1;
  return g === glob.length;
}

export function isGlob(text: string): boolean {
  return /[*?]/.test(text);
}
