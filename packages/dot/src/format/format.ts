import type { TextEdit } from '../diagnostic.ts';
import type { Range } from '../source.ts';
import type { SyntaxTree } from '../syntax.ts';
import { applyEdits } from './apply-edits.ts';
import { editsOf } from './edits.ts';
import { piecesOf } from './pieces.ts';
import type { Dialect } from './rewrite.ts';
import { writeGraph } from './statements.ts';
import { openWriter, type Writer } from './writer.ts';

export interface FormatOptions {
  /** `graphviz`: what Graphviz would refuse is quoted or written otherwise. Default: `own`, values stay as they are. */
  readonly dialect?: Dialect;
}

/**
 * The text of a tree in the canonical layout (docs/formatting.md): the same graph, all comments, the same bytes in strings. The text
 * of a tree with errors comes back as it is. Formatting twice changes nothing. Linear; nesting costs no call stack.
 */
export function format(tree: SyntaxTree, options: FormatOptions = {}): string {
  return applyEdits(tree.source.text, formatEdits(tree, options));
}

/**
 * The smallest edits that lead from the text of a tree to `format(tree)`, in order, without overlaps; none for a tree with errors.
 * With `range`, those of the statements that it touches, each of which is formatted whole.
 */
export function formatEdits(tree: SyntaxTree, options: FormatOptions & { readonly range?: Range } = {}): TextEdit[] {
  const layout = layOut(tree, options);
  return layout === undefined ? [] : editsOf(layout.writer, layout.gapAtEnd, options.range);
}

function layOut(tree: SyntaxTree, { dialect = 'own' }: FormatOptions): { readonly writer: Writer; readonly gapAtEnd: string } | undefined {
  if (tree.graph === undefined || tree.diagnostics.some(({ severity }) => severity === 'error')) return undefined;
  const writer = openWriter(tree.source.text, piecesOf(tree, dialect), lineEndOf(tree));
  return { writer, gapAtEnd: writeGraph(writer, tree.graph) };
}

/** The first line end between two tokens is that of the file. Those inside strings are text, those at the beginning vanish. */
function lineEndOf({ source: { text }, tokens }: SyntaxTree): string {
  for (const { kind, start, end } of tokens) {
    if (kind !== 'whitespace' || start <= 1) continue;
    const lineEnd = /\r?\n|\r/.exec(text.slice(start, end))?.[0];
    if (lineEnd !== undefined) return lineEnd === '\r\n' ? lineEnd : '\n';
  }
  return '\n';
}
