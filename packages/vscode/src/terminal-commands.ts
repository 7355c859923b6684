import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { attractorCommand, missingCommand } from './attractor-command.ts';
import { graphName, newestRun } from './newest-run.ts';
import { runCommand } from './run-command.ts';

/** Runs `attractor <args>` where a person sees it, in the document's workspace folder. Arguments go as arguments, through no shell. */
export async function inTerminal(document: vscode.TextDocument, title: string, args: readonly string[]): Promise<void> {
  const command = attractorCommand();
  if (command === undefined) return void vscode.window.showErrorMessage(missingCommand);
  if (document.isDirty && !(await document.save())) return;
  const task = new vscode.Task(
    { type: 'attractor', title },
    vscode.workspace.getWorkspaceFolder(document.uri) ?? vscode.TaskScope.Workspace,
    title,
    'attractor',
    new vscode.ProcessExecution(command, [...args], { cwd: folderOf(document) }),
  );
  task.presentationOptions = { reveal: vscode.TaskRevealKind.Always, panel: vscode.TaskPanelKind.Dedicated, clear: true };
  await vscode.tasks.executeTask(task);
}

/** The trace of the newest run of the document's pipeline. */
export async function showTrace(document: vscode.TextDocument): Promise<void> {
  const command = attractorCommand();
  if (command === undefined) return void vscode.window.showErrorMessage(missingCommand);
  const name = graphName(document.getText());
  const { stdout } = await runCommand(command, ['runs', '--json'], { cwd: folderOf(document) });
  const run = name === undefined ? undefined : newestRun(stdout, name);
  if (run === undefined) return void vscode.window.showInformationMessage('There is no run of this pipeline yet.');
  await inTerminal(document, 'Attractor trace', ['trace', run.directory]);
}

function folderOf(document: vscode.TextDocument): string {
  return vscode.workspace.getWorkspaceFolder(document.uri)?.uri.fsPath ?? dirname(document.uri.fsPath);
}
