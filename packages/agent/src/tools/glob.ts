import { statSync } from 'node:fs';
import { join } from 'node:path';
import { confine } from './confine.ts';
import { filePattern } from './file-pattern.ts';
import { done, failed, type Tool, textArgument } from './tool.ts';
import { walkFiles } from './walk-files.ts';

export const globTool: Tool = {
  name: 'glob',
  description:
    'Find files by name, newest first, e.g. "src/**/*.ts" or "*.md" (in any folder). .git, node_modules and .attractor are left out.',
  parameters: {
    type: 'object',
    properties: {
      pattern: { type: 'string', minLength: 1, description: 'Glob: *, ?, **, [a-z], {a,b}' },
      path: { type: 'string', description: 'Folder to search; default the working directory' },
    },
    required: ['pattern'],
    additionalProperties: false,
  },
  limits: { characters: 20_000, lines: 500 },
  async run(input, context) {
    const confined = confine(textArgument(input, 'path') || '.', context);
    if (!confined.ok) return failed(confined.problem);
    if (statSync(confined.path, { throwIfNoEntry: false })?.isDirectory() !== true) return failed(`${confined.name} is no folder`);
    const matches = filePattern(textArgument(input, 'pattern'));
    if (typeof matches === 'string') return failed(matches);
    const { files, complete } = await walkFiles(confined.path, context.signal);
    const found = files
      .filter(matches)
      .map((file) => ({ file, time: statSync(join(confined.path, file), { throwIfNoEntry: false })?.mtimeMs ?? 0 }));
    found.sort((a, b) => b.time - a.time || (a.file < b.file ? -1 : 1));
    const prefix = confined.name === '.' ? '' : `${confined.name}/`;
    const lines = found.map(({ file }) => `${prefix}${file}`);
    if (!complete) lines.push('[there are too many files here to look at all of them; give a path]');
    return done(lines.length === 0 ? 'No file matches.' : lines.join('\n'));
  },
};
