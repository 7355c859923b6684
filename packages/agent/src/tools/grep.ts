import { statSync } from 'node:fs';
import { join } from 'node:path';
import { RE2JS } from 're2js';
import { confine } from './confine.ts';
import { filePattern } from './file-pattern.ts';
import { readBytes } from './text-file.ts';
import { done, failed, numberArgument, type Tool, textArgument } from './tool.ts';
import { walkFiles } from './walk-files.ts';

const defaultResults = 100;
const maxLineLength = 500;

export const grepTool: Tool = {
  name: 'grep',
  description:
    'Search the lines of files for a regular expression (RE2: no backreferences, no lookaround). Gives "path:line: text". Binary files, .git, node_modules and .attractor are left out.',
  parameters: {
    type: 'object',
    properties: {
      pattern: { type: 'string', minLength: 1, description: 'Regular expression, found anywhere in a line' },
      path: { type: 'string', description: 'File or folder to search; default the working directory' },
      glob_filter: { type: 'string', description: 'Search only files with such names, e.g. "*.py" or "src/**"' },
      case_insensitive: { type: 'boolean', description: 'Ignore case; default false' },
      max_results: { type: 'integer', minimum: 1, description: `Most lines to give; default ${defaultResults}` },
    },
    required: ['pattern'],
    additionalProperties: false,
  },
  limits: { characters: 20_000, lines: 200 },
  async run(input, context) {
    const confined = confine(textArgument(input, 'path') || '.', context);
    if (!confined.ok) return failed(confined.problem);
    const stat = statSync(confined.path, { throwIfNoEntry: false });
    if (stat === undefined) return failed(`${confined.name}: there is no such file or folder`);
    const expression = compile(textArgument(input, 'pattern'), input['case_insensitive'] === true);
    if (typeof expression === 'string') return failed(expression);
    const filter = textArgument(input, 'glob_filter');
    const wanted = filter === '' ? () => true : filePattern(filter);
    if (typeof wanted === 'string') return failed(wanted);
    const { files, complete } = stat.isDirectory() ? await walkFiles(confined.path, context.signal) : { files: [''], complete: true };
    const limit = numberArgument(input, 'max_results') ?? defaultResults;
    const lines: string[] = [];
    for (const file of files) {
      if (context.signal.aborted) return failed('the search was stopped');
      if (file !== '' && !wanted(file)) continue;
      const name = [confined.name === '.' ? '' : confined.name, file].filter((part) => part !== '').join('/');
      searchFile(join(confined.path, file), name, expression, limit + 1 - lines.length, lines);
      if (lines.length > limit) {
        return done([...lines.slice(0, limit), `[more than ${limit} lines match; narrow the search or raise max_results]`].join('\n'));
      }
      // Large trees take a while: other work of the run goes on in between.
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (!complete) lines.push('[there are too many files here to look at all of them; give a path]');
    return done(lines.length === 0 ? 'No line matches.' : lines.join('\n'));
  },
};

function compile(pattern: string, ignoreCase: boolean): RE2JS | string {
  try {
    return RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch (error) {
    return `the pattern is no regular expression: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function searchFile(path: string, name: string, expression: RE2JS, room: number, into: string[]): void {
  const read = readBytes(path, name);
  if (!read.ok || read.bytes.includes(0)) return;
  let left = room;
  for (const [index, line] of read.bytes.toString('utf8').split('\n').entries()) {
    if (left <= 0) return;
    if (!expression.matcher(line).find()) continue;
    left -= 1;
    const shown = line.trimEnd();
    into.push(`${name}:${index + 1}: ${shown.length > maxLineLength ? `${shown.slice(0, maxLineLength)} [...]` : shown}`);
  }
}
