import type { ProviderName } from '@attractor/llm';
import { applyPatchTool } from '../tools/apply-patch/apply-patch.ts';
import { editFileTool } from '../tools/edit-file.ts';
import { globTool } from '../tools/glob.ts';
import { grepTool } from '../tools/grep.ts';
import { readFileTool } from '../tools/read-file.ts';
import { reportOutcomeTool } from '../tools/report-outcome.ts';
import { shellTool } from '../tools/shell.ts';
import type { Tool } from '../tools/tool.ts';
import { writeFileTool } from '../tools/write-file.ts';

/** What an agent is given that depends on the model's maker: the editing tool it was trained on, and its instruction file. */
export interface Profile {
  readonly tools: readonly Tool[];
  /** Read beside AGENTS.md, in each folder from the repository's root down. */
  readonly instructionFiles: readonly string[];
  /** How files are changed, one sentence for the system prompt. */
  readonly editing: string;
}

const looking: readonly Tool[] = [readFileTool, globTool, grepTool];
const acting: readonly Tool[] = [shellTool, reportOutcomeTool];

const replacing = {
  tools: [...looking, writeFileTool, editFileTool, ...acting],
  editing: 'Change a file with edit_file after reading it, copying the old text exactly; use write_file for new files and full rewrites.',
} as const;

const patching = {
  tools: [...looking, applyPatchTool, writeFileTool, ...acting],
  editing: 'Change files with apply_patch after reading them; use write_file for new files with much content.',
} as const;

/** A new provider is a line here. */
export const profiles: Readonly<Record<ProviderName, Profile>> = {
  anthropic: { ...replacing, instructionFiles: ['CLAUDE.md'] },
  openai: { ...patching, instructionFiles: ['.codex/instructions.md'] },
  gemini: { ...replacing, instructionFiles: ['GEMINI.md'] },
  'openai-compatible': { ...replacing, instructionFiles: [] },
};
