import { type Graph, graphValue } from '@attractor/pipeline';
import type { JsonObject } from '../json.ts';
import type { Services } from '../services.ts';
import { engineVersion } from './engine-version.ts';

/** What a manifest says that the graph and the engine do not know (files.md 1). */
export interface ManifestFacts {
  readonly runId: string;
  readonly digest: string;
  readonly goal: string;
  readonly workingDirectory: string;
  readonly mode: string;
  readonly parameters?: JsonObject;
  readonly secretParameters?: readonly string[];
}

/** The fields of `manifest.json` that every run has, a child as its parent (files.md 1, §24). */
export function manifestFields(graph: Graph, services: Services, facts: ManifestFacts): JsonObject {
  return {
    graph_name: graph.name,
    goal: facts.goal,
    digest: facts.digest,
    start_time: new Date(services.clock.now()).toISOString(),
    node_count: graph.nodes.size,
    edge_count: graph.edges.length,
    engine_version: engineVersion(),
    engine_commit: 'unknown',
    runner_version: 'unknown',
    runner_commit: 'unknown',
    provider: 'unknown',
    run_id: facts.runId,
    parameters: facts.parameters ?? {},
    secret_parameters: [...(facts.secretParameters ?? [])],
    cwd: facts.workingDirectory,
    graph_file: graph.file ?? null,
    mode: facts.mode,
    pattern_key: graphValue(graph, 'pattern_key') ?? graph.name,
    pattern_revision: graphValue(graph, 'pattern_revision') ?? '',
  };
}
