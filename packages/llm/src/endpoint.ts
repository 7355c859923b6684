import { ModelError } from './errors/model-error.ts';
import type { ProviderInfo } from './provider-table.ts';
import type { Endpoint } from './providers/provider.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface EndpointOptions {
  readonly apiKey?: string;
  readonly baseUrl?: string;
  /** Sent with every request; never recorded. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: the variables of the process. */
  readonly environment?: Environment;
}

/** What keeps a provider from being used, as one sentence, or undefined. Nothing is called and no value of a key is shown. */
export function missingForProvider(info: ProviderInfo, options: EndpointOptions = {}): string | undefined {
  const { apiKey, baseUrl, pair } = resolve(info, options);
  if (info.needsKey && apiKey === undefined) {
    const names = [...new Set(info.credentials.map(({ keyVariable }) => keyVariable))];
    return `no key for ${info.title}: set ${names.join(' or ')}`;
  }
  if (info.needsBaseUrl && baseUrl === undefined) {
    return `no address for ${info.title}: set ${info.credentials.map(({ baseUrlVariable }) => baseUrlVariable).join(' or ')}`;
  }
  if (baseUrl !== undefined && !isHttp(baseUrl)) {
    return `${options.baseUrl === undefined ? pair.baseUrlVariable : 'the base URL'} is no http(s) address`;
  }
  return undefined;
}

/** Key, address and headers of a provider; throws a ModelError of kind `configuration` or `auth` when one is missing. */
export function resolveEndpoint(info: ProviderInfo, options: EndpointOptions): Endpoint {
  const missing = missingForProvider(info, options);
  const { apiKey, baseUrl } = resolve(info, options);
  if (missing !== undefined) {
    throw new ModelError({ provider: info.name, kind: info.needsKey && apiKey === undefined ? 'auth' : 'configuration', message: missing });
  }
  // The SDKs insist on a key; servers that need none ignore it.
  return { apiKey: apiKey ?? 'none', baseUrl, headers: options.headers ?? {} };
}

/** Options win; from the environment only variables of one pair are taken together. */
function resolve(info: ProviderInfo, { apiKey, baseUrl, environment = process.env }: EndpointOptions) {
  const value = (name: string) => (environment[name] ?? '').trim() || undefined;
  const set = ({ keyVariable, baseUrlVariable }: ProviderInfo['credentials'][number]) =>
    value(info.needsBaseUrl ? baseUrlVariable : keyVariable) !== undefined;
  const pair = info.credentials.find(set) ?? info.credentials[0];
  // A key of the environment belongs to the address of the environment, unless the provider has an address of its own.
  const key = apiKey ?? (baseUrl !== undefined && info.needsBaseUrl ? value(info.credentials[0].keyVariable) : value(pair.keyVariable));
  return { apiKey: key, baseUrl: baseUrl ?? value(pair.baseUrlVariable), pair };
}

function isHttp(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
