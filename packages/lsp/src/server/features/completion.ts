import { CompletionItemKind, InsertTextFormat, type CompletionItem as Item, MarkupKind } from 'vscode-languageserver/node';
import { completion } from '../../service/completion/completion.ts';
import type { CompletionItem, CompletionKind } from '../../service/completion/item.ts';
import type { Feature } from '../feature.ts';
import { toOffset, toRange } from '../positions.ts';

const kinds: Readonly<Record<CompletionKind, CompletionItemKind>> = {
  attribute: CompletionItemKind.Property,
  value: CompletionItemKind.EnumMember,
  node: CompletionItemKind.Class,
  key: CompletionItemKind.Variable,
  keyword: CompletionItemKind.Keyword,
  file: CompletionItemKind.File,
  folder: CompletionItemKind.Folder,
  class: CompletionItemKind.Color,
  operator: CompletionItemKind.Operator,
  rule: CompletionItemKind.Constant,
};

export const completionFeature: Feature = {
  capabilities: () => ({ completionProvider: { triggerCharacters: ['"', '=', '$', '.', '#', '@', '/', '>', '[', ',', '{', ':'] } }),
  register: (connection, host) => {
    const snippets = host.client.params.capabilities.textDocument?.completion?.completionItem?.snippetSupport === true;
    connection.onCompletion(({ textDocument, position }) => {
      const snapshot = host.snapshot(textDocument.uri);
      if (snapshot === undefined) return null;
      const items = completion(snapshot, toOffset(snapshot, position));
      return items.map((item, index) => toItem(item, index, snippets, toRange(snapshot, item.range)));
    });
  },
};

function toItem(item: CompletionItem, index: number, snippets: boolean, range: ReturnType<typeof toRange>): Item {
  const { label, kind, detail, doc, text = label, snippet } = item;
  const asSnippet = snippets && snippet !== undefined;
  return {
    label,
    kind: kinds[kind],
    ...(detail === undefined || detail === '' ? {} : { detail }),
    ...(doc === undefined ? {} : { documentation: { kind: MarkupKind.Markdown, value: doc } }),
    filterText: label,
    sortText: String(index).padStart(5, '0'),
    insertTextFormat: asSnippet ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
    textEdit: { range, newText: asSnippet ? snippet : text },
  };
}
