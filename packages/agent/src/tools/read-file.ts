import { extname } from 'node:path';
import { confine } from './confine.ts';
import { readBytes } from './text-file.ts';
import { done, failed, numberArgument, type Tool, textArgument } from './tool.ts';

const defaultLines = 2000;

const images: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
};

/** What the providers take in one image. */
const maxImageBytes = 4_500_000;

export const readFileTool: Tool = {
  name: 'read_file',
  description: `Read a file inside the working directory. Text comes with line numbers, "12 | text", ${defaultLines} lines at most unless limit says otherwise; images (png, jpeg, gif, webp) come as images.`,
  parameters: {
    type: 'object',
    properties: {
      file_path: { type: 'string', description: 'Path of the file, relative to the working directory or absolute inside it' },
      offset: { type: 'integer', minimum: 1, description: 'First line to read, from 1' },
      limit: { type: 'integer', minimum: 1, description: `Number of lines to read; default ${defaultLines}` },
    },
    required: ['file_path'],
    additionalProperties: false,
  },
  limits: { characters: 50_000 },
  run(input, context) {
    const confined = confine(textArgument(input, 'file_path'), context);
    if (!confined.ok) return failed(confined.problem);
    const read = readBytes(confined.path, confined.name);
    if (!read.ok) return failed(read.problem);
    const mediaType = images[extname(confined.path).toLowerCase()];
    if (mediaType !== undefined) return image(confined.name, read.bytes, mediaType);
    if (read.bytes.includes(0)) return failed(`${confined.name} is a binary file of ${read.bytes.length} bytes; use shell to inspect it`);
    return numbered(
      confined.name,
      read.bytes.toString('utf8'),
      numberArgument(input, 'offset') ?? 1,
      numberArgument(input, 'limit') ?? defaultLines,
    );
  },
};

function image(name: string, bytes: Buffer, mediaType: string) {
  if (bytes.length > maxImageBytes) return failed(`${name} has ${bytes.length} bytes; images up to ${maxImageBytes} can be shown`);
  const source = { kind: 'base64', mediaType, data: bytes.toString('base64') } as const;
  return { ...done(`${name}: ${mediaType}, ${bytes.length} bytes`), images: [{ type: 'image', source } as const] };
}

function numbered(name: string, text: string, offset: number, limit: number) {
  if (text === '') return done(`${name} is empty.`);
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  if (offset > lines.length) return failed(`${name} has ${lines.length} lines; there is no line ${offset}`);
  const shown = lines.slice(offset - 1, offset - 1 + limit);
  const last = offset - 1 + shown.length;
  const more = last < lines.length ? `\n[lines ${offset} to ${last} of ${lines.length}; continue with offset ${last + 1}]` : '';
  return done(`${shown.map((line, at) => `${offset + at} | ${line}`).join('\n')}${more}`);
}
