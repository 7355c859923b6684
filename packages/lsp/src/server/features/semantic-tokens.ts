import { type SemanticTokens, SemanticTokensBuilder } from 'vscode-languageserver/node';
import type { Snapshot } from '../../document/snapshot.ts';
import { semanticTokens } from '../../service/semantic/semantic-tokens.ts';
import { type Span, tokenModifiers, tokenTypes } from '../../service/semantic/token-types.ts';
import type { Feature } from '../feature.ts';
import { toPosition, toSourceRange } from '../positions.ts';

export const semanticTokenFeature: Feature = {
  capabilities: () => ({
    semanticTokensProvider: { legend: { tokenTypes: [...tokenTypes], tokenModifiers: [...tokenModifiers] }, full: true, range: true },
  }),
  register: (connection, host) => {
    connection.languages.semanticTokens.on(({ textDocument }) => {
      const snapshot = host.snapshot(textDocument.uri);
      return snapshot === undefined ? { data: [] } : encode(snapshot, semanticTokens(snapshot));
    });
    connection.languages.semanticTokens.onRange(({ textDocument, range }) => {
      const snapshot = host.snapshot(textDocument.uri);
      return snapshot === undefined ? { data: [] } : encode(snapshot, semanticTokens(snapshot, toSourceRange(snapshot, range)));
    });
  },
};

function encode(snapshot: Snapshot, spans: readonly Span[]): SemanticTokens {
  const builder = new SemanticTokensBuilder();
  for (const { start, end, type, declaration } of spans) {
    const { line, character } = toPosition(snapshot, start);
    builder.push(line, character, end - start, tokenTypes.indexOf(type), declaration === true ? 1 : 0);
  }
  return builder.build();
}
