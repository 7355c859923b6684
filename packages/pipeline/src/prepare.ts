import type { SourceFile } from '@attractor/dot';
import type { Diagnostic } from './diagnostic.ts';
import type { Graph } from './model.ts';
import type { NodeTypeDescriptor } from './node-type/descriptor.ts';
import { registerNodeType } from './node-type/registry.ts';
import { childDigests } from './resolved/digest.ts';
import { type TransformOptions, transformSource } from './transform/transform-source.ts';
import type { Rule } from './validation/rule.ts';
import { validate } from './validation/validate.ts';

export interface PrepareOptions extends TransformOptions {
  readonly extraRules?: readonly Rule[];
  /** Node types to register before the graph is read; they stay registered. */
  readonly descriptors?: readonly NodeTypeDescriptor[];
}

/** A graph ready to run, when `ok`. */
export interface Prepared {
  readonly graph: Graph;
  /** Syntax, building, transforms and validation, in this order. */
  readonly diagnostics: readonly Diagnostic[];
  /** Given values over declared defaults; what an optional one without a value leaves unset is not here. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly secretParameters: ReadonlySet<string>;
  /** The graph's own stylesheet and the inherited ones, for its sub-pipelines. */
  readonly stylesheets: readonly string[];
  /** The file that graph `script` names (backends.md 1). */
  readonly script?: { readonly path: string; readonly text: string };
  /** No diagnostic is an ERROR. */
  readonly ok: boolean;
}

/** Text to checked pipeline: parse, build, transform, validate (language.md 6, 7). Never throws on what the text says. */
export function prepare(source: SourceFile, options: PrepareOptions): Prepared {
  for (const descriptor of options.descriptors ?? []) registerNodeType(descriptor);
  const { files, workingDirectory, extraRules = [] } = options;
  const { graph: alone, hasGraph, diagnostics, parameters, stylesheets, script } = transformSource(source, options);
  const children = childDigests(alone, { files, workingDirectory, stylesheets });
  const graph: Graph = children.size === 0 ? alone : { ...alone, children };
  if (hasGraph) {
    const open = options.parameters === undefined ? parameters.open : new Set<string>();
    diagnostics.push(...validate(graph, { files, workingDirectory, open, extraRules }));
  }
  return {
    graph,
    diagnostics,
    parameters: parameters.values,
    secretParameters: parameters.secret,
    stylesheets,
    ...(script === undefined ? {} : { script }),
    ok: !diagnostics.some((item) => item.severity === 'error'),
  };
}
