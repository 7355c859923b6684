import { basename } from 'node:path';
import { parse, SourceFile } from '@attractor/dot';
import { type FailedOutcome, fail, type Invocation, type JsonObject, jsonText } from '@attractor/engine';
import {
  buildGraph,
  type Diagnostic,
  declaredParameters,
  type FileAccess,
  type Graph,
  nodeFiles,
  prepare,
  type Rule,
  resolvePath,
  type Transform,
} from '@attractor/pipeline';

/** How child pipelines are read: as the root was, when a library user gave it files, transforms or rules of its own. */
export interface ChildPipelines {
  readonly files?: FileAccess;
  readonly transforms?: readonly Transform[];
  readonly extraRules?: readonly Rule[];
}

export type LoadedChild =
  | {
      readonly ok: true;
      readonly graph: Graph;
      /** Declared parameters of the child by their defaults, where neither the context nor a seed has a value. */
      readonly defaults: JsonObject;
    }
  | { readonly ok: false; readonly outcome: FailedOutcome };

/** Children within children, at most (engine.md 11). */
const depthLimit = 16;
const shownErrors = 3;

/**
 * Reads, transforms and validates a child pipeline like a root graph (engine.md 11). Its path is resolved by §10; its
 * parameters are taken from the seeds and the context. A file that is not there is a failure that nothing leads on from.
 */
export function loadChild(
  invocation: Invocation,
  written: string,
  seeds: JsonObject,
  workingDirectory: string,
  pipelines: ChildPipelines,
): LoadedChild {
  const { graph, node, lineage } = invocation;
  const { files = nodeFiles, transforms = [], extraRules = [] } = pipelines;
  const path = resolvePath(graph, written.trim(), invocation.workingDirectory);
  const text = written.trim() === '' || !files.exists(path) ? undefined : files.readText(path);
  if (text === undefined)
    return failed(`the child pipeline of '${node.id}' is missing: ${written.trim() === '' ? 'its path is empty' : path}`, {
      terminal: true,
    });
  const round = lineage.findIndex((outer) => outer.file === path);
  if (round >= 0) return failed(`dot_file_cycle: ${chain([...lineage.slice(round).map((outer) => outer.file ?? ''), path])}`);
  if (lineage.length > depthLimit) {
    const files = lineage.map((outer) => outer.file ?? outer.name);
    return failed(`child pipelines nest deeper than ${depthLimit}: ${chain([...files, path])}`);
  }
  const source = new SourceFile(path, text);
  const outline = buildGraph(parse(source), path).graph;
  const ownGoal = (outline.attributes.get('goal')?.text ?? '').trim() !== '';
  const given = givenParameters(outline, invocation, seeds);
  const prepared = prepare(source, {
    file: path,
    files,
    workingDirectory,
    parameters: given,
    ...(ownGoal ? {} : { goal: jsonText(invocation.context.get('graph.goal')) }),
    inheritedStylesheet: stylesheets(lineage),
    transforms,
    extraRules,
  });
  const errors = prepared.diagnostics.filter((item) => item.severity === 'error');
  if (errors.length > 0) return failed(`the child pipeline of '${node.id}' cannot run: ${errorText(errors, source)}`);
  const defaults = [...prepared.parameters].filter(([name]) => !given.has(name));
  return { ok: true, graph: prepared.graph, defaults: Object.fromEntries(defaults) };
}

function failed(reason: string, extra: { terminal?: true } = {}): LoadedChild {
  return { ok: false, outcome: fail('deterministic', reason, extra) };
}

function givenParameters(graph: Graph, { context }: Invocation, seeds: JsonObject): ReadonlyMap<string, string> {
  const given = new Map<string, string>();
  for (const { name } of declaredParameters(graph)) {
    const value = Object.hasOwn(seeds, name) ? seeds[name] : context.get(name);
    if (value !== undefined) given.set(name, jsonText(value));
  }
  return given;
}

/** The stylesheets around a child, nearest first (language.md 5). */
function stylesheets(lineage: readonly Graph[]): string[] {
  return lineage
    .map((graph) => graph.attributes.get('model_stylesheet')?.text ?? '')
    .filter((text) => text.trim() !== '')
    .reverse();
}

/** Names of the files, each once in a row: a manager's own subgraph lies in the file of its manager. */
function chain(files: readonly string[]): string {
  return files
    .filter((file, index) => index === 0 || file !== files[index - 1])
    .map((file) => basename(file))
    .join(' -> ');
}

function errorText(errors: readonly Diagnostic[], source: SourceFile): string {
  const lines = errors.slice(0, shownErrors).map(({ rule, message, range }) => {
    const at = range === undefined ? undefined : source.positionAt(range.start);
    return `${source.name}${at === undefined ? '' : `:${at.line}:${at.column}`}: ${rule}: ${message}`;
  });
  return [...lines, ...(errors.length > shownErrors ? [`and ${errors.length - shownErrors} more`] : [])].join('; ');
}
