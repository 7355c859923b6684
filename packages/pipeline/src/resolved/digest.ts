import { createHash } from 'node:crypto';
import { SourceFile } from '@attractor/dot';
import type { FileAccess } from '../files/file-access.ts';
import { canonicalJson, type JsonObject } from '../json.ts';
import type { Attributes, Graph } from '../model.ts';
import { isDrawingAttribute } from '../registry/drawing.ts';
import { transformSource } from '../transform/transform-source.ts';
import { staticChildren } from '../validation/child-files.ts';

/**
 * SHA-256 over canonical JSON of what a transformed graph means (engine.md 14): nodes by id, edges in file order, all attributes but
 * drawing ones; prompt files and schemas are in the attributes by then. `children`: digests of child graphs, those of preparation by default.
 */
export function graphDigest(graph: Graph, children: ReadonlyMap<string, string> = graph.children ?? new Map()): string {
  const nodes = [...graph.nodes.values()]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, type, classes, attributes }) => ({ id, type, classes, attributes: meaning(attributes) }));
  const edges = graph.edges.map(({ from, to, attributes }) => ({ from, to, attributes: meaning(attributes) }));
  const json = { name: graph.name, attributes: meaning(graph.attributes), nodes, edges, children: Object.fromEntries(children) };
  return createHash('sha256').update(canonicalJson(json)).digest('hex');
}

export interface ChildDigestOptions {
  readonly files: FileAccess;
  readonly workingDirectory: string;
  /** `stylesheets` of the graph's `Prepared`. */
  readonly stylesheets?: readonly string[];
}

/** Digests of the statically known child graphs, their own children included, to depth 16 (engine.md 11, 14). Files that cannot be read are left out. */
export function childDigests(graph: Graph, options: ChildDigestOptions): ReadonlyMap<string, string> {
  return digestChildren(graph, options, options.stylesheets ?? [], new Map(), 1);
}

function digestChildren(
  graph: Graph,
  options: ChildDigestOptions,
  stylesheets: readonly string[],
  known: Map<string, string>,
  depth: number,
): ReadonlyMap<string, string> {
  const digests = new Map<string, string>();
  if (depth > 16) return digests;
  for (const { attribute, path } of staticChildren(graph, options.workingDirectory)) {
    const text = known.has(path) ? undefined : options.files.readText(path);
    if (text !== undefined) {
      known.set(path, '');
      const { files, workingDirectory } = options;
      const child = transformSource(new SourceFile(path, text), { file: path, files, workingDirectory, inheritedStylesheet: stylesheets });
      known.set(path, graphDigest(child.graph, digestChildren(child.graph, options, child.stylesheets, known, depth + 1)));
    }
    const digest = known.get(path);
    if (digest !== undefined) digests.set(attribute.text.trim(), digest);
  }
  return digests;
}

function meaning(attributes: Attributes): JsonObject {
  return Object.fromEntries([...attributes.values()].filter(({ name }) => !isDrawingAttribute(name)).map(({ name, text }) => [name, text]));
}
