import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { root } from './run.mjs';

/** Paths of the project's Markdown files, tracked or new, relative to the root. */
export function markdownFiles() {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z', '--', '*.md'], { cwd: root, encoding: 'utf8' });
  return listed.split('\0').filter((path) => path !== '' && existsSync(`${root}/${path}`));
}

/** Lines of a Markdown file as `{ number, text, fence }`: `fence` is the info string of the code block a line stands in. */
export function markdownLines(path) {
  let fence;
  return readFileSync(`${root}/${path}`, 'utf8')
    .split(/\r?\n/)
    .map((text, index) => {
      const mark = /^\s*```(.*)$/.exec(text);
      if (mark === null) return { number: index + 1, text, fence };
      fence = fence === undefined ? mark[1].trim() : undefined;
      return { number: index + 1, text, fence: '```' };
    });
}

/** The anchors that a hosting page makes of a file's headings. */
export function anchorsOf(path) {
  const seen = new Map();
  const anchors = new Set();
  for (const { text, fence } of markdownLines(path)) {
    const heading = fence === undefined ? /^#{1,6}\s+(.*?)\s*#*$/.exec(text) : null;
    if (heading === null) continue;
    const slug = heading[1]
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-');
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    anchors.add(count === 0 ? slug : `${slug}-${count}`);
  }
  return anchors;
}
