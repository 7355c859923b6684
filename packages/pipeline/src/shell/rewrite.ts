import { Analysis, type CommandVariable } from './analysis.ts';
import { type Edit, rootLayer } from './layer.ts';
import { walkLayer } from './walk.ts';

export interface RewriteOptions {
  /** Whether a name is a context key or parameter; only those become variables. */
  isKnown(key: string): boolean;
  /** The shell the command is for. */
  readonly shell: 'bash' | 'sh';
}

export interface RewrittenCommand {
  readonly command: string;
  /** In order of first use; what `commandEnvironment` makes an environment of. */
  readonly variables: readonly CommandVariable[];
  /** False when the command cannot be parsed: it is left alone, and nothing is passed to it. */
  readonly parsed: boolean;
}

/**
 * Makes a command ready to get its values through the environment, so that the shell expands them and no value ever becomes code
 * (language.md 4). Plain references stay; dotted ones name generated variables. Never throws; linear.
 */
export function rewriteCommand(command: string, options: RewriteOptions): RewrittenCommand {
  const edits: Edit[] = [];
  const analysis = new Analysis(command);
  const isKnown = (key: string) => options.isKnown(key);
  const parsed = walkLayer(rootLayer(command, edits), { analysis, shell: options.shell, isKnown }) && analysis.parsed;
  if (!parsed) return { command, variables: [], parsed: false };
  return { command: applyEdits(command, edits), variables: analysis.variables(), parsed: true };
}

function applyEdits(text: string, edits: Edit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const edit of edits.sort((a, b) => a.start - b.start)) {
    if (edit.start < at) continue;
    parts.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  parts.push(text.slice(at));
  return parts.join('');
}
