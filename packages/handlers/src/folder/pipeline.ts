import { type Handler, type Invocation, type Outcome, type Parked, textLookup } from '@attractor/engine';
import { graphValue, nodeValue, substitute } from '@attractor/pipeline';
import { declaredOutputs } from './declared-outputs.ts';
import { type ChildPipelines, loadChild } from './load-child.ts';
import { seedsOf } from './seeds.ts';

/**
 * A sub-pipeline (engine.md 11): a complete run of another file in place of the node. Its outcome comes back with status,
 * label, notes, reason and `isExplicit`; of its context only the declared outputs. Suggested ids stay inside.
 */
export function pipelineHandler(pipelines: ChildPipelines = {}): Handler {
  return { execute: (invocation) => execute(invocation, pipelines) };
}

async function execute(invocation: Invocation, pipelines: ChildPipelines): Promise<Outcome | Parked> {
  const { node, context, workingDirectory, signal } = invocation;
  const cycleIndex = invocation.visit - 1;
  const seeds = seedsOf(invocation);
  const begun = invocation.begunChild(cycleIndex);
  const child =
    begun === undefined
      ? loadChild(invocation, substitute(nodeValue(node, 'dot_file') ?? '', textLookup(context)), seeds, workingDirectory, pipelines)
      : ({ ok: true, graph: begun, defaults: {} } as const);
  if (!child.ok) return child.outcome;
  const result = await invocation.runChild({
    graph: child.graph,
    seeds: { ...child.defaults, ...seeds },
    goal: graphValue(child.graph, 'goal'),
    branch: `subgraph:${node.id}`,
    cycleIndex,
    signal,
  });
  if (result.questions.length > 0) return { parked: true, questions: result.questions };
  return { ...result.outcome, contextUpdates: declaredOutputs(node, result.context), suggestedNextIds: [] };
}
