import { confineWrite, systemProblem } from './confine.ts';
import { readText, writeText } from './text-file.ts';
import { done, failed, type Tool, textArgument } from './tool.ts';

export const editFileTool: Tool = {
  name: 'edit_file',
  description:
    'Replace a text in a file inside the working directory. old_string must be in the file exactly, white space included, and only once; give more lines around it to make it unique, or set replace_all.',
  parameters: {
    type: 'object',
    properties: {
      file_path: { type: 'string', description: 'Path of the file, relative to the working directory or absolute inside it' },
      old_string: {
        type: 'string',
        minLength: 1,
        description: 'The text to replace, exactly as it stands in the file, without line numbers',
      },
      new_string: { type: 'string', description: 'The text to put in its place' },
      replace_all: { type: 'boolean', description: 'Replace every occurrence; default false' },
    },
    required: ['file_path', 'old_string', 'new_string'],
    additionalProperties: false,
  },
  limits: { characters: 10_000 },
  run(input, context) {
    const confined = confineWrite(textArgument(input, 'file_path'), context);
    if (!confined.ok) return failed(confined.problem);
    const read = readText(confined.path, confined.name);
    if (!read.ok) return failed(read.problem);
    const edited = replaceText(
      read.text,
      textArgument(input, 'old_string'),
      textArgument(input, 'new_string'),
      input['replace_all'] === true,
    );
    if (!edited.ok) return failed(`${confined.name}: ${edited.problem}`);
    try {
      writeText(confined.path, edited.text, read.mode);
    } catch (error) {
      return failed(`${confined.name}: ${systemProblem(error)}`);
    }
    return done(`Edited ${confined.name}: ${edited.count} ${edited.count === 1 ? 'replacement' : 'replacements'}.`);
  },
};

export type Replaced =
  | { readonly ok: true; readonly text: string; readonly count: number }
  | { readonly ok: false; readonly problem: string };

/** Replaces one occurrence, or all. Models write line feeds: in a file with CRLF they stand for those. Never interprets `$` in the new text. */
export function replaceText(text: string, old: string, fresh: string, all: boolean): Replaced {
  if (old === '') return { ok: false, problem: 'old_string is empty' };
  if (old === fresh) return { ok: false, problem: 'old_string and new_string are the same' };
  const asWritten = text.split(old);
  const crlf = asWritten.length === 1 && text.includes('\r\n') && old.includes('\n') && !old.includes('\r');
  const parts = crlf ? text.split(old.replaceAll('\n', '\r\n')) : asWritten;
  const count = parts.length - 1;
  if (count === 0) return { ok: false, problem: 'old_string is not in the file; read the file again and copy the text exactly' };
  if (count > 1 && !all) {
    return { ok: false, problem: `old_string is in the file ${count} times; add lines around it, or set replace_all to true` };
  }
  return { ok: true, text: parts.join(crlf ? fresh.replaceAll('\n', '\r\n') : fresh), count };
}
