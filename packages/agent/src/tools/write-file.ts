import { lstatSync } from 'node:fs';
import { confineWrite, systemProblem } from './confine.ts';
import { writeText } from './text-file.ts';
import { done, failed, type Tool, textArgument } from './tool.ts';

export const writeFileTool: Tool = {
  name: 'write_file',
  description: 'Write a whole file inside the working directory; it and its parent folders are made, an existing file is replaced.',
  parameters: {
    type: 'object',
    properties: {
      file_path: { type: 'string', description: 'Path of the file, relative to the working directory or absolute inside it' },
      content: { type: 'string', description: 'The whole content' },
    },
    required: ['file_path', 'content'],
    additionalProperties: false,
  },
  limits: { characters: 1000 },
  run(input, context) {
    const confined = confineWrite(textArgument(input, 'file_path'), context);
    if (!confined.ok) return failed(confined.problem);
    const content = textArgument(input, 'content');
    try {
      const before = lstatSync(confined.path, { throwIfNoEntry: false });
      if (before !== undefined && !before.isFile())
        return failed(`${confined.name} is ${before.isDirectory() ? 'a folder' : 'not a regular file'}`);
      writeText(confined.path, content, before === undefined ? undefined : before.mode & 0o7777);
      return done(`${before === undefined ? 'Created' : 'Replaced'} ${confined.name} (${Buffer.byteLength(content)} bytes).`);
    } catch (error) {
      return failed(`${confined.name}: ${systemProblem(error)}`);
    }
  },
};
