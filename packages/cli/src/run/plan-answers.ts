import type { ModelDefaults } from '@attractor/agent';
import type { Graph } from '@attractor/pipeline';
import { UserError } from '../command.ts';
import type { Io } from '../terminal/io.ts';
import { type BackendChoice, type BackendWishes, chooseBackend } from './choose-backend.ts';
import { modelNodes } from './model-nodes.ts';
import { preflight } from './preflight.ts';
import { type Answerers, makeBackends, unservedNodes } from './services.ts';

export interface AnswerPlan {
  readonly choice: BackendChoice;
  readonly answerers: Answerers;
}

/** Who answers for the model nodes of a graph, checked before the first node (§36); what cannot be served is refused. */
export async function planAnswers(
  graph: Graph,
  wishes: Omit<BackendWishes, 'known'>,
  place: { readonly defaults: ModelDefaults; readonly workingDirectory: string; readonly stylesheets: readonly string[] },
  io: Io,
): Promise<AnswerPlan> {
  const known = (await makeBackends({ record: false }, place.defaults, io)).backends.names();
  const choice = chooseBackend({ ...wishes, known });
  const answerers = await makeBackends(choice, place.defaults, io);
  const unserved = await unservedNodes(graph);
  if (unserved.length > 0) throw new UserError(`this version does not run these nodes yet: ${unserved.join(', ')}. Nothing was run.`);
  const [{ pickModel }, { missingForProvider, providers }] = await Promise.all([import('@attractor/agent'), import('@attractor/llm')]);
  const problem = preflight(await modelNodes(graph, place.stylesheets, place.workingDirectory, io), {
    backends: answerers.backends,
    backend: choice.services,
    defaults: place.defaults,
    pick: (wish) => pickModel(wish, place.defaults, io.environment),
    keyVariables: providers.filter(({ needsKey }) => needsKey).map(({ credentials }) => credentials[0].keyVariable),
    anyConfigured: providers.some((info) => missingForProvider(info, { environment: io.environment }) === undefined),
  });
  if (problem !== undefined) throw new UserError(problem);
  return { choice, answerers };
}
