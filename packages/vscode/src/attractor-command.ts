import * as vscode from 'vscode';
import { findCommand } from './find-command.ts';

export const missingCommand =
  'The command `attractor` was not found. Install it in the workspace (npm install --save-dev @attractor/cli) or set `attractor.command`.';

/** The command to draw, lint and run with; nothing of a workspace that is not trusted. */
export function attractorCommand(): string | undefined {
  const trusted = vscode.workspace.isTrusted;
  const folders = trusted ? (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath) : [];
  const setting = vscode.workspace.getConfiguration('attractor').get<string>('command', '');
  return findCommand({ setting, folders, path: process.env['PATH'] ?? '', windows: process.platform === 'win32' });
}
