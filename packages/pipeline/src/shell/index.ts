export type { CommandVariable } from './analysis.ts';
export * from './environment.ts';
export { forEachShellNode, parseShell, type ShellError, type ShellScript, type SyntaxNode } from './parse-shell.ts';
export * from './rewrite.ts';
