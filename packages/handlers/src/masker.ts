import { createMasker, type Invocation, jsonText, type Masker } from '@attractor/engine';
import { graphValue } from '@attractor/pipeline';

/** Masks what a handler writes into its folder (files.md 1): secrets of the environment and values of secret parameters, those of the graphs around a child included. Outcomes are masked by the engine. */
export function maskerOf({ services, lineage, context }: Invocation): Masker {
  return createMasker(
    services.environment,
    lineage.flatMap((graph) => graphValue(graph, 'secret_params').map((name) => jsonText(context.get(name)))),
  );
}
