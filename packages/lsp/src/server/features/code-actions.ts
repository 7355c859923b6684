import { type CodeAction, CodeActionKind } from 'vscode-languageserver/node';
import { codeActions } from '../../service/code-actions.ts';
import type { Feature } from '../feature.ts';
import { toEdits, toSourceRange } from '../positions.ts';
import { toDiagnostic } from '../to-diagnostic.ts';
import { workspaceEdit } from '../workspace-edit.ts';

const kinds = { quickfix: CodeActionKind.QuickFix, 'source.fixAll': CodeActionKind.SourceFixAll } as const;

export const codeActionFeature: Feature = {
  capabilities: () => ({ codeActionProvider: { codeActionKinds: Object.values(kinds) } }),
  register: (connection, host) => {
    connection.onCodeAction(({ textDocument, range, context }) => {
      const snapshot = host.snapshot(textDocument.uri);
      if (snapshot === undefined) return null;
      const { diagnostics } = host.findings(snapshot);
      const wanted = (kind: string): boolean =>
        context.only === undefined || context.only.some((only) => kind === only || kind.startsWith(`${only}.`));
      return codeActions(snapshot, diagnostics, toSourceRange(snapshot, range))
        .filter(({ kind }) => wanted(kind))
        .map(
          ({ title, kind, edits, diagnostic, preferred }): CodeAction => ({
            title,
            kind: kinds[kind],
            edit: workspaceEdit(host.client, snapshot, toEdits(snapshot, edits)),
            ...(diagnostic === undefined ? {} : { diagnostics: [toDiagnostic(snapshot, diagnostic)] }),
            ...(preferred === undefined ? {} : { isPreferred: true }),
          }),
        );
    });
  },
};
