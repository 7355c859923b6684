import { type ModelBackendOptions, modelClients, pickModel } from '@attractor/agent';
import { HandlerError } from '@attractor/engine';
import { createModelClient, findProvider, type ModelClient, type ProviderName } from '@attractor/llm';
import { invokeOverLoop, type SessionParts } from './loop-session.ts';
import type { ModelSessions, SessionRequest } from './model-session.ts';

export interface AgentSessionOptions extends SessionParts {
  /** Keys, addresses, prices and the flags' defaults, as for the backend `agent`. */
  readonly models: Omit<ModelBackendOptions, 'recording'>;
  /** Another client around the provider's, e.g. one that records by session (C4). */
  client?(request: SessionRequest, client: ModelClient): ModelClient;
}

/** Sessions of real models: the agent's loop over a provider (A19). */
export function agentSessions(options: AgentSessionOptions): ModelSessions {
  const { models } = options;
  const clientOf = modelClients(models);
  const others = new Map<string, ModelClient>();
  const clientAt = (provider: ProviderName, baseUrl: string | undefined): ModelClient => {
    if (baseUrl === undefined) return clientOf(provider);
    const key = `${provider} ${baseUrl}`;
    const client = others.get(key) ?? createModelClient({ provider, baseUrl, ...clientOptions(models) });
    others.set(key, client);
    return client;
  };
  return {
    async invoke(request) {
      const { agent } = request;
      const served = servedBy(request, options);
      const client = clientAt(served.provider.name, agent.baseUrl);
      const { model, effort } = served;
      const answerer = { client: options.client?.(request, client) ?? client, model, ...(effort === undefined ? {} : { effort }) };
      return invokeOverLoop(request, answerer, options);
    },
  };
}

function clientOptions({ environment, recorder, prices }: AgentSessionOptions['models']) {
  return { environment, ...(recorder === undefined ? {} : { recorder }), ...(prices === undefined ? {} : { prices }) };
}

function servedBy({ agent }: SessionRequest, { models }: AgentSessionOptions) {
  // An address of the agent's own stands in place of the environment's.
  const info = agent.baseUrl === undefined || agent.provider === undefined ? undefined : findProvider(agent.provider);
  const own = info === undefined ? {} : Object.fromEntries(info.credentials.map(({ baseUrlVariable }) => [baseUrlVariable, agent.baseUrl]));
  const picked = pickModel(
    { provider: agent.provider, model: agent.model, reasoningEffort: agent.reasoningEffort },
    models.defaults ?? {},
    { ...models.environment, ...own },
  );
  if (picked.ok) return picked;
  throw new HandlerError(`agent '${agent.name}' cannot be served: ${picked.problem}`, {
    retryable: false,
    type: 'ModelError:configuration',
  });
}
