import type { Diagnostic } from '../diagnostic.ts';
import type { FileAccess } from '../files/file-access.ts';
import { resolvePath } from '../files/resolve-path.ts';
import type { JsonObject } from '../json.ts';
import type { Graph, Node } from '../model.ts';
import { valueRange, withRange } from '../source-range.ts';
import { withNodeAttribute } from './edit.ts';
import { withNodes } from './prompt-files.ts';

/** Replaces each schema path by the file's text; whether a schema is valid is the rule `response_schema_valid`'s to say (§23). */
export function readResponseSchemas(
  graph: Graph,
  files: FileAccess,
  workingDirectory: string,
  report: (diagnostic: Diagnostic) => void,
): Graph {
  const changed = new Map<string, Node>();
  for (const node of graph.nodes.values()) {
    const attribute = node.attributes.get('response_schema');
    const written = attribute?.text.trim() ?? '';
    if (attribute === undefined || written === '' || written.startsWith('{')) continue;
    const path = resolvePath(graph, written, workingDirectory);
    const text = files.readText(path);
    if (text?.trimStart().startsWith('{') === true) changed.set(node.id, withNodeAttribute(node, 'response_schema', text.trim()));
    else {
      const problem = text === undefined ? 'cannot be read' : 'holds no JSON object';
      report({
        rule: 'response_schema_valid',
        severity: 'error',
        message: `\`response_schema\` of \`${node.id}\` is neither inline JSON nor a schema file: ${path} ${problem}`,
        ...withRange(valueRange(attribute)),
        node: node.id,
        page: 'docs/rules/response_schema_valid.md',
      });
    }
  }
  return withNodes(graph, changed);
}

/** The schema in a text, or why there is none. */
export function readSchema(
  text: string,
): { readonly ok: true; readonly schema: JsonObject } | { readonly ok: false; readonly problem: string } {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ok: true, schema: value as JsonObject };
    return { ok: false, problem: 'it is not a JSON object' };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
}
