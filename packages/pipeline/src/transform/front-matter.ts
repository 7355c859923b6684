import { readYamlMap, type YamlMap } from '../yaml-map.ts';

export interface FrontMatter extends YamlMap {
  /** The text below it, without blank lines around it. */
  readonly body: string;
}

const fence = /^---[ \t]*$/;

/** The YAML between `---` lines at the head of a text, and the rest. A text without it is all body. Never throws. */
export function readFrontMatter(text: string): FrontMatter {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  if (!fence.test(lines[0] ?? '')) return { entries: [], body: lines.join('\n').trim(), problems: [] };
  const end = lines.findIndex((line, index) => index > 0 && fence.test(line));
  if (end < 0) return { entries: [], body: '', problems: [{ line: 1, message: 'the front matter is never closed by a line `---`' }] };
  const body = lines
    .slice(end + 1)
    .join('\n')
    .trim();
  // A blank line stands for the fence, so that lines count as in the file.
  return { body, ...readYamlMap(['', ...lines.slice(1, end)].join('\n')) };
}
