import type { ModelDefaults, ModelWish, PickedModel } from '@attractor/agent';
import type { Graph } from '@attractor/pipeline';
import { UserError } from '../command.ts';
import type { Io } from '../terminal/io.ts';
import { askBackends } from './ask-backends.ts';
import { type BackendChoice, type BackendWishes, chooseBackend } from './choose-backend.ts';
import { modelNodes } from './model-nodes.ts';
import { preflight } from './preflight.ts';
import { unpricedModels } from './price-warnings.ts';
import { type Answerers, makeBackends, unservedNodes } from './services.ts';

export interface AnswerPlan {
  readonly choice: BackendChoice;
  readonly answerers: Answerers;
  /** To be told before the first node. */
  readonly warnings: readonly string[];
  /** Marks them as told to the run in a directory, so that its nodes do not repeat them. */
  tell(directory: string): void;
}

export interface Place {
  readonly defaults: ModelDefaults;
  readonly workingDirectory: string;
  readonly stylesheets: readonly string[];
  /** Given by a flag, now or when the run began; in place of what the graph says. */
  readonly budgetUsd: number | undefined;
}

/** Who answers for the model nodes of a graph, checked before the first node (§36); what cannot be served is refused. */
export async function planAnswers(graph: Graph, wishes: Omit<BackendWishes, 'known'>, place: Place, io: Io): Promise<AnswerPlan> {
  const known = (await makeBackends({ record: false }, place.defaults, io)).backends.names();
  const choice = chooseBackend({ ...wishes, known });
  const answerers = await makeBackends(choice, place.defaults, io, await agentsOf(graph));
  const unserved = await unservedNodes(graph);
  if (unserved.length > 0) throw new UserError(`this version does not run these nodes yet: ${unserved.join(', ')}. Nothing was run.`);
  const [
    { missingMcpPrograms, pickModel, tellPriceOnce, unknownPrice },
    { findProvider, globOf, missingForProvider, priceOf, providers },
    { graphValue },
  ] = await Promise.all([import('@attractor/agent'), import('@attractor/llm'), import('@attractor/pipeline')]);
  const nodes = await modelNodes(graph, place.stylesheets, place.workingDirectory, io);
  const pick = (wish: ModelWish): PickedModel => pickModel(wish, place.defaults, io.environment);
  const asked = await askBackends(nodes, answerers.backends, choice.services);
  const problem = preflight(nodes, {
    refusals: asked.refusals,
    backends: answerers.backends,
    backend: choice.services,
    defaults: place.defaults,
    pick,
    missingPrograms: (servers) => missingMcpPrograms(servers, place.workingDirectory, io.environment),
    keyVariables: providers.filter(({ needsKey }) => needsKey).map(({ credentials }) => credentials[0].keyVariable),
    anyConfigured: providers.some((info) => missingForProvider(info, { environment: io.environment }) === undefined),
  });
  if (problem !== undefined) throw new UserError(problem);
  const budgetUsd = place.budgetUsd ?? graphValue(graph, 'budget_usd');
  const isAlias = (provider: string, model: string): boolean => {
    const info = findProvider(provider);
    return info !== undefined && globOf(info, model) !== undefined;
  };
  const price = (provider: string, model: string) => priceOf(answerers.prices, provider, model);
  const unpriced = budgetUsd === undefined ? [] : unpricedModels(nodes, { backend: choice.services, pick, isAlias, price });
  return {
    choice,
    answerers,
    warnings: [...unpriced.map(({ model, nodes: ids }) => unknownPrice(model, ids, budgetUsd)), ...asked.notes],
    tell: (directory) => {
      for (const { model } of unpriced) tellPriceOnce(answerers.called, directory, model);
    },
  };
}

/** Ids of the agents of a study; without one none. */
async function agentsOf(graph: Graph): Promise<ReadonlySet<string>> {
  const { graphValue, isAgent } = await import('@attractor/pipeline');
  if (!graphValue(graph, 'study')) return new Set();
  return new Set([...graph.nodes.values()].filter(isAgent).map(({ id }) => id));
}
