import type { Range } from '@attractor/dot';
import { type ParsedScript, parse } from 'unbash';

export { forEachChild as forEachShellNode, type SyntaxNode } from 'unbash';

/** A shell text and its syntax tree; positions are UTF-16 indexes into `text`. */
export interface ShellScript {
  readonly text: string;
  /** Best effort when there are errors. Substitutions keep their own errors, see their `script`. */
  readonly tree: ParsedScript;
  readonly errors: readonly ShellError[];
}

export interface ShellError {
  readonly message: string;
  readonly range: Range;
}

/** Reads a command as Bash does; the syntax of `sh` is a part of that. Never throws on what the text holds. */
export function parseShell(command: string): ShellScript {
  const tree = parse(command);
  const errors = (tree.errors ?? []).map(({ message, pos }) => ({
    message,
    range: { start: pos, end: Math.min(pos + 1, command.length) },
  }));
  return { text: command, tree, errors };
}
