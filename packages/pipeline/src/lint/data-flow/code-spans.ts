/** Tells of offsets of a prompt whether they stand in code: between backticks, or in a fenced block. Linear. */
export function codeSpans(text: string): (offset: number) => boolean {
  if (!text.includes('`')) return () => false;
  const starts: number[] = [];
  const ends: number[] = [];
  const mark = /`{3,}|`/g;
  for (let open = mark.exec(text); open !== null; open = mark.exec(text)) {
    const close = closing(text, open[0], mark.lastIndex);
    if (close === undefined) continue;
    starts.push(open.index);
    ends.push(close);
    mark.lastIndex = close;
  }
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low > 0 && offset < (ends[low - 1] ?? 0);
  };
}

/** Where code ends that a mark begins: a single backtick's on the same line, a fence's at the next one. */
function closing(text: string, mark: string, from: number): number | undefined {
  const end = text.indexOf(mark, from);
  if (end < 0) return undefined;
  if (mark === '`') {
    const line = text.indexOf('\n', from);
    if (line >= 0 && line < end) return undefined;
  }
  return end + mark.length;
}
