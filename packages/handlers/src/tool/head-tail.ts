/** The beginning and the end of a text whose middle is left out when it is longer than the limit. */
export interface HeadTail {
  push(text: string): void;
  /** The text, cut in the middle with a mark when it was longer than the limit. */
  text(): string;
  readonly truncated: boolean;
}

/** Keeps at most `limit` characters, half from the start and half from the end; memory is bounded by about twice that. */
export function headTail(limit: number, where: string): HeadTail {
  const half = Math.floor(limit / 2);
  let head = '';
  let tail: string[] = [];
  let tailLength = 0;
  let total = 0;

  function compact(): string {
    const joined = tail.join('');
    const kept = joined.length > half ? joined.slice(-half) : joined;
    tail = [kept];
    tailLength = kept.length;
    return kept;
  }

  return {
    push(text) {
      total += text.length;
      const room = half - head.length;
      if (room > 0) head += text.slice(0, room);
      const rest = room > 0 ? text.slice(room) : text;
      if (rest === '') return;
      tail.push(rest);
      tailLength += rest.length;
      if (tailLength > 2 * half) compact();
    },
    text() {
      const end = compact();
      const left = total - head.length - end.length;
      if (left <= 0) return head + end;
      return `${wholeEnd(head)}\n[... ${left} characters left out; ${where} ...]\n${wholeStart(end)}`;
    },
    get truncated() {
      return total > 2 * half;
    },
  };
}

/** A cut never leaves half a character behind. */
function wholeEnd(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text;
}

function wholeStart(text: string): string {
  return /^[\uDC00-\uDFFF]/.test(text) ? text.slice(1) : text;
}
