import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type FailedOutcome, fail, type Invocation, type JsonObject, textLookup } from '@attractor/engine';
import { childSubgraph, type Graph, graphValue, inheritedValue, substitute } from '@attractor/pipeline';
import { type ChildPipelines, type LoadedChild, loadChild } from '../folder/load-child.ts';
import { subgraphPipeline } from './subgraph.ts';

/** The child's working directory: `stack.child_workdir`, else the manager's own; a text says what is wrong with it. */
export function childWorkdir({ graph, context, workingDirectory }: Invocation): { readonly path: string } | { readonly problem: string } {
  const written = (graphValue(graph, 'stack.child_workdir') ?? '').trim();
  if (written === '') return { path: workingDirectory };
  const path = resolve(workingDirectory, substitute(written, textLookup(context)));
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return { path };
  return { problem: `stack.child_workdir: ${path} is no folder` };
}

/** The pipeline of one cycle: `stack.child_dotfile` of the manager or its graph, else the subgraph behind it (engine.md 11). */
export function childOf(invocation: Invocation, seeds: JsonObject, workdir: string, pipelines: ChildPipelines): LoadedChild {
  const { graph, node, context } = invocation;
  const written = inheritedValue(graph, node, 'stack.child_dotfile');
  if (written !== undefined) return loadChild(invocation, substitute(written, textLookup(context)), seeds, workdir, pipelines);
  const subgraph = childSubgraph(graph, node.id);
  if (subgraph === undefined) return { ok: false, outcome: noChild(graph, node.id) };
  return { ok: true, graph: subgraphPipeline(graph, node, subgraph), defaults: {} };
}

function noChild(graph: Graph, id: string): FailedOutcome {
  const where = graph.file === undefined ? '' : ` in ${graph.file}`;
  return fail(
    'deterministic',
    `the manager '${id}'${where} has no child: set \`stack.child_dotfile\`, or lead its first unconditional edge to the nodes it manages`,
  );
}
