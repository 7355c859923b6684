import { createMasker, type Invocation, jsonText, type Masker } from '@attractor/engine';
import { graphValue } from '@attractor/pipeline';

/** Masks what a handler writes into its folder (files.md 1): secrets of the environment and values of secret parameters. Outcomes are masked by the engine. */
export function maskerOf({ services, graph, context }: Invocation): Masker {
  return createMasker(
    services.environment,
    graphValue(graph, 'secret_params').map((name) => jsonText(context.get(name))),
  );
}
