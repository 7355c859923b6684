import { parse, SourceFile } from '@attractor/dot';
import {
  buildGraph,
  type Diagnostic,
  type Graph,
  memoryFiles,
  type Node,
  type Prepared,
  type PrepareOptions,
  prepare,
} from '@attractor/pipeline';

/** The graph of `digraph { <body> }`, before transforms. */
export function graphOf(body: string): Graph {
  return builtOf(body).graph;
}

export function builtOf(body: string) {
  return buildGraph(parse(new SourceFile('test.dot', `digraph g {\n${body}\n}`)));
}

export function nodeOf(graph: Graph, id: string): Node {
  const node = graph.nodes.get(id);
  if (node === undefined) throw new Error(`no node ${id}`);
  return node;
}

/** A start and an exit around one body; `work` is theirs to lead to and from. */
export const frame = 'start [shape=Mdiamond]\nexit [shape=Msquare]\n';

export function prepareText(
  text: string,
  options: Partial<PrepareOptions> & { readonly on?: Readonly<Record<string, string>> } = {},
): Prepared {
  const { on = {}, ...rest } = options;
  return prepare(new SourceFile('main.dot', text), { file: '/p/main.dot', files: memoryFiles(on), workingDirectory: '/w', ...rest });
}

/** `severity rule`, for short expectations. */
export function rulesOf(diagnostics: readonly Diagnostic[], atLeast: 'info' | 'warning' | 'error' = 'warning'): string[] {
  const order = ['info', 'warning', 'error'];
  return diagnostics.filter((item) => order.indexOf(item.severity) >= order.indexOf(atLeast)).map((item) => item.rule);
}

/** The source text a diagnostic points at. */
export function pointedAt(prepared: Prepared, diagnostic: Diagnostic | undefined): string | undefined {
  return diagnostic?.range === undefined ? undefined : prepared.graph.source.text.slice(diagnostic.range.start, diagnostic.range.end);
}
