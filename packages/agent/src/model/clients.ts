import { createModelClient, type Environment, type ModelClient, type PriceTable, type ProviderName, type Recorder } from '@attractor/llm';

export interface ClientOptions {
  readonly environment: Environment;
  /** Is told of each call's traffic. */
  readonly recorder?: Recorder;
  /** Instead of the prices that come with the client. */
  readonly prices?: PriceTable;
}

/** Makes one client a provider, so that its list of models is asked once a process. */
export function modelClients(options: ClientOptions): (provider: ProviderName) => ModelClient {
  const clients = new Map<ProviderName, ModelClient>();
  return (provider) => {
    const client = clients.get(provider) ?? createModelClient({ provider, ...options });
    clients.set(provider, client);
    return client;
  };
}
