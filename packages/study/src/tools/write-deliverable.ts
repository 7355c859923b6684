import { basename, join } from 'node:path';
import { replaceFile, StoreError } from '@attractor/engine';
import { textOf } from './read-arguments.ts';
import type { StudyTool } from './study-tool.ts';

export interface WriteDeliverableOptions {
  readonly study: string;
  /** Base names that are taken (`writableDeliverables`). */
  readonly names: readonly string[];
}

/** Writes a deliverable into the study folder: exactly those that a close can ask for, by their bare names (RG-18). */
export function writeDeliverableTool({ study, names }: WriteDeliverableOptions): StudyTool {
  return {
    name: 'WriteDeliverable',
    description: `Write a deliverable into the study folder, whole. Names: ${names.join(', ')}.`,
    parameters: {
      type: 'object',
      properties: {
        filename: { type: 'string', description: 'A bare name, no path' },
        content: { type: 'string', description: 'The whole file' },
      },
      required: ['filename', 'content'],
      additionalProperties: false,
    },
    kind: 'protocol',
    run(args) {
      const [filename, content] = [textOf(args, 'filename'), textOf(args, 'content')];
      if (filename === undefined || content === undefined) return 'ERROR: `filename` and `content` must be texts';
      const bare = basename(filename);
      if (bare !== filename && names.includes(bare))
        return `ERROR: deliverables have bare names: write \`${bare}\`, it lands in the study folder`;
      if (!names.includes(filename))
        return `ERROR: \`${filename.slice(0, 200)}\` is no deliverable of this study; deliverables: ${names.join(', ') || 'none'}`;
      if (filename.endsWith('.ipynb') && !isNotebook(content))
        return `ERROR: \`${filename}\` must be a notebook: one JSON object with a list \`cells\``;
      try {
        replaceFile(join(study, filename), content);
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        return `ERROR: ${error.message}`;
      }
      return `Written ${filename} (${Buffer.byteLength(content)} bytes) to the study folder.`;
    },
  };
}

function isNotebook(content: string): boolean {
  try {
    const value: unknown = JSON.parse(content);
    return typeof value === 'object' && value !== null && 'cells' in value && Array.isArray(value.cells);
  } catch {
    return false;
  }
}
