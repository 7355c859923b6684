import { parse, type SourceFile, type SyntaxDiagnostic, type SyntaxTree } from '@attractor/dot';
import { buildGraph } from '../build/build-graph.ts';
import type { Diagnostic } from '../diagnostic.ts';
import type { FileAccess } from '../files/file-access.ts';
import { resolvePath } from '../files/resolve-path.ts';
import type { Graph } from '../model.ts';
import { type ResolvedParameters, resolveParameters } from '../parameters/resolve.ts';
import { valueRange, withRange } from '../source-range.ts';
import { applyStylesheets } from '../stylesheet/apply.ts';
import { rulePage } from '../validation/rule.ts';
import { readAgentFiles } from './agent-files.ts';
import { substituteEarly, substituteGoal } from './early-substitution.ts';
import { readPromptFiles } from './prompt-files.ts';
import { readResponseSchemas } from './response-schemas.ts';
import type { Transform } from './transform.ts';

export interface TransformOptions {
  /** Absolute path of the graph's file; absent for text without one. */
  readonly file?: string;
  readonly files: FileAccess;
  /** Given parameters. Absent: no run is meant (lint, editors), so required ones are not asked for. */
  readonly parameters?: ReadonlyMap<string, string>;
  /** Replaces the graph's goal, as does the parameter `goal`; taken as it is. */
  readonly goal?: string;
  /** Absolute. */
  readonly workingDirectory: string;
  /** Custom transforms, in order, after the built-in ones. */
  readonly transforms?: readonly Transform[];
  /** Stylesheets of the parents of a sub-pipeline, nearest first: `stylesheets` of the parent's `Prepared`. */
  readonly inheritedStylesheet?: string | readonly string[];
}

export interface TransformedSource {
  readonly graph: Graph;
  /** The text holds a `digraph`. */
  readonly hasGraph: boolean;
  readonly diagnostics: Diagnostic[];
  readonly parameters: ResolvedParameters;
  readonly stylesheets: readonly string[];
  readonly script?: { readonly path: string; readonly text: string };
}

/** Text to transformed graph, not yet validated (language.md 6). Never throws on what the text says. */
export function transformSource(source: SourceFile, options: TransformOptions): TransformedSource {
  return transformTree(parse(source), options);
}

/** As `transformSource`, for a text that is parsed already. */
export function transformTree(tree: SyntaxTree, options: TransformOptions): TransformedSource {
  const { files, workingDirectory } = options;
  const built = buildGraph(tree, options.file);
  const diagnostics: Diagnostic[] = [...tree.diagnostics.map(fromSyntax), ...built.diagnostics];
  const report = (diagnostic: Diagnostic) => void diagnostics.push(diagnostic);

  let graph = readPromptFiles(built.graph, files, workingDirectory, report);
  graph = readAgentFiles(graph, files, workingDirectory, report);
  const script = readScript(graph, files, workingDirectory, report);
  const parameters = resolveParameters(graph, options.parameters, report);
  // What is put in here is stored and shown with the graph, so a secret is not (files.md 1): its reference stays as written.
  const shown = new Map([...parameters.values].filter(([name]) => !parameters.secret.has(name)));
  graph = substituteGoal(graph, shown, options.goal ?? (parameters.secret.has('goal') ? undefined : options.parameters?.get('goal')));
  graph = substituteEarly(graph, shown);
  graph = readResponseSchemas(graph, files, workingDirectory, report);
  const inherited = typeof options.inheritedStylesheet === 'string' ? [options.inheritedStylesheet] : (options.inheritedStylesheet ?? []);
  graph = applyStylesheets(graph, inherited, report);
  for (const transform of options.transforms ?? []) graph = applyTransform(graph, transform, report);

  const own = graph.attributes.get('model_stylesheet')?.text ?? '';
  const stylesheets = own.trim() === '' ? inherited : [own, ...inherited];
  return { graph, hasGraph: tree.graph !== undefined, diagnostics, parameters, stylesheets, ...(script === undefined ? {} : { script }) };
}

/** A parser's finding as one of ours. */
export function fromSyntax(item: SyntaxDiagnostic): Diagnostic {
  const { code, severity, message, range, fix } = item;
  return { rule: code, severity, message, range, ...(fix === undefined ? {} : { fix }), page: rulePage('syntax') };
}

function readScript(
  graph: Graph,
  files: FileAccess,
  workingDirectory: string,
  report: (diagnostic: Diagnostic) => void,
): TransformedSource['script'] {
  const attribute = graph.attributes.get('script');
  if (attribute === undefined || attribute.text.trim() === '') return undefined;
  const path = resolvePath(graph, attribute.text.trim(), workingDirectory);
  const text = files.readText(path);
  if (text !== undefined) return { path, text };
  const message = `graph attribute \`script\` names ${path}, which cannot be read`;
  report({ rule: 'script_file', severity: 'error', message, ...withRange(valueRange(attribute)), page: rulePage('script_file') });
  return undefined;
}

function applyTransform(graph: Graph, transform: Transform, report: (diagnostic: Diagnostic) => void): Graph {
  try {
    return transform.apply(graph);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    report({
      rule: 'transform_failed',
      severity: 'error',
      message: `the transform \`${transform.name}\` failed: ${reason}`,
      page: rulePage('transform_failed'),
    });
    return graph;
  }
}
