import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '@attractor/engine';
import { textOf } from './read-arguments.ts';
import type { StudyTool } from './study-tool.ts';

const noteName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

const nameProperty = { type: 'string', description: 'Letters, digits, `.`, `_` and `-`, e.g. "plan"' };

/** Notes of a run, `<name>.md` in its notes folder, shared by whoever declares the tools (AG-09, TL). */
export function noteTools({ notes }: { readonly notes: string }): readonly StudyTool[] {
  return [
    {
      name: 'WriteNote',
      description: 'Write a note of this run under a name; a note of that name is replaced.',
      parameters: {
        type: 'object',
        properties: { name: nameProperty, content: { type: 'string', description: 'The whole note' } },
        required: ['name', 'content'],
        additionalProperties: false,
      },
      kind: 'protocol',
      run(input) {
        const name = textOf(input, 'name') ?? '';
        const content = textOf(input, 'content') ?? '';
        if (!noteName.test(name)) return `ERROR: ${badName(name)}`;
        mkdirSync(notes, { recursive: true });
        replaceFile(join(notes, fileOf(name)), content);
        return `Written note ${name} (${content.length} characters).`;
      },
    },
    {
      name: 'ReadNote',
      description: 'Read a note of this run by its name.',
      parameters: { type: 'object', properties: { name: nameProperty }, required: ['name'], additionalProperties: false },
      kind: 'protocol',
      run(input) {
        const name = textOf(input, 'name') ?? '';
        if (!noteName.test(name)) return `ERROR: ${badName(name)}`;
        try {
          return readFileSync(join(notes, fileOf(name)), 'utf8');
        } catch {
          const there = namesIn(notes);
          return `ERROR: there is no note ${name}; ${there.length === 0 ? 'no note is written yet' : `notes: ${there.join(', ')}`}`;
        }
      },
    },
  ];
}

function fileOf(name: string): string {
  return name.endsWith('.md') ? name : `${name}.md`;
}

function badName(name: string): string {
  return `${JSON.stringify(name.slice(0, 120))} is no name of a note: letters, digits, \`.\`, \`_\` and \`-\`, at most 100`;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith('.md'))
      .sort()
      .map((file) => file.slice(0, -'.md'.length));
  } catch {
    return [];
  }
}
