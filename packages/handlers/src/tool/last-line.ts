import { headTail } from './head-tail.ts';

/** Follows a text piece by piece and knows its last non-blank line, however much came before or after (engine.md 10). */
export interface LastLine {
  push(text: string): void;
  /** Trimmed; empty when every line is blank. A line over the limit is cut in its middle with a mark. */
  text(): string;
}

export function lastLine(limit: number): LastLine {
  const startLine = () => headTail(limit, 'the whole line is in output.txt');
  let line = startLine();
  let last = '';
  return {
    push(text) {
      const end = text.lastIndexOf('\n');
      if (end < 0) return line.push(text);
      last = lastComplete(text, end) ?? closed(line, text.slice(0, text.indexOf('\n'))) ?? last;
      line = startLine();
      line.push(text.slice(end + 1));
    },
    text() {
      const open = line.text().trim();
      return open === '' ? last : open;
    },
  };

  function closed(current: typeof line, rest: string): string | undefined {
    current.push(rest);
    const whole = current.text().trim();
    return whole === '' ? undefined : whole;
  }
}

/** The last non-blank line that both begins and ends within the piece. */
function lastComplete(text: string, lastBreak: number): string | undefined {
  for (let end = lastBreak; end > 0; ) {
    const before = text.lastIndexOf('\n', end - 1);
    if (before < 0) return undefined;
    const line = text.slice(before + 1, end).trim();
    if (line !== '') return line;
    end = before;
  }
  return undefined;
}
