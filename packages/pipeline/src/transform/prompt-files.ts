import type { Diagnostic } from '../diagnostic.ts';
import type { FileAccess } from '../files/file-access.ts';
import { resolvePath } from '../files/resolve-path.ts';
import type { Graph, Node } from '../model.ts';
import { valueRange, withRange } from '../source-range.ts';
import { withNodeAttribute } from './edit.ts';

/** Replaces each prompt `@path` by the file's text; `@@` begins a prompt with one `@` (language.md 2, 6). */
export function readPromptFiles(
  graph: Graph,
  files: FileAccess,
  workingDirectory: string,
  report: (diagnostic: Diagnostic) => void,
): Graph {
  const changed = new Map<string, Node>();
  for (const node of graph.nodes.values()) {
    const prompt = node.attributes.get('prompt');
    if (prompt === undefined || !prompt.text.startsWith('@') || /[\r\n]/.test(prompt.text.trim())) continue;
    if (prompt.text.startsWith('@@')) {
      changed.set(node.id, withNodeAttribute(node, 'prompt', prompt.text.slice(1)));
      continue;
    }
    const path = resolvePath(graph, prompt.text.slice(1).trim(), workingDirectory);
    const text = files.readText(path);
    if (text !== undefined) changed.set(node.id, withNodeAttribute(node, 'prompt', text));
    else {
      report({
        rule: 'prompt_file',
        severity: 'error',
        message: `the prompt of \`${node.id}\` is in ${path}, which cannot be read; write @@ for a prompt that begins with @`,
        ...withRange(valueRange(prompt)),
        node: node.id,
        page: 'docs/rules/prompt_file.md',
      });
    }
  }
  return withNodes(graph, changed);
}

/** The graph with some nodes replaced, in the same order. */
export function withNodes(graph: Graph, changed: ReadonlyMap<string, Node>): Graph {
  if (changed.size === 0) return graph;
  const nodes = new Map(graph.nodes);
  for (const [id, node] of changed) nodes.set(id, node);
  return { ...graph, nodes };
}
