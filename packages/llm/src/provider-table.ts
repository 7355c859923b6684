import type { Provider } from './providers/provider.ts';

export type ProviderName = 'anthropic' | 'openai' | 'gemini' | 'openai-compatible';

/** A key and the address it belongs to: the key of one variable is never sent to the address of another pair. */
export interface Credentials {
  readonly keyVariable: string;
  readonly baseUrlVariable: string;
}

/** What is known of a provider without loading its SDK: for preflight, `doctor` and the choice of a default (§36). */
export interface ProviderInfo {
  readonly name: ProviderName;
  readonly title: string;
  /** In order of preference; the first pair that the environment sets counts. */
  readonly credentials: readonly [Credentials, ...Credentials[]];
  /** Local servers need none. */
  readonly needsKey: boolean;
  /** Without one of its variables the provider has no address. */
  readonly needsBaseUrl: boolean;
  /** Absent: each node must name a model. */
  readonly defaultModel?: string;
  /** Short names, resolved by the provider's list. */
  readonly aliases: Readonly<Record<string, string>>;
}

interface ProviderEntry extends ProviderInfo {
  readonly open: () => Promise<Provider>;
}

/** In order of preference for nodes that name no provider. A new provider is a folder and an entry here. */
const entries: readonly ProviderEntry[] = [
  {
    name: 'anthropic',
    title: 'Anthropic',
    credentials: [{ keyVariable: 'ANTHROPIC_API_KEY', baseUrlVariable: 'ANTHROPIC_BASE_URL' }],
    needsKey: true,
    needsBaseUrl: false,
    defaultModel: 'claude-opus-5-5',
    aliases: { opus: 'claude-opus-*', sonnet: 'claude-sonnet-*', haiku: 'claude-haiku-*', fable: 'claude-fable-*' },
    open: async () => (await import('./providers/anthropic/provider.ts')).openAnthropic(),
  },
  {
    name: 'openai',
    title: 'OpenAI',
    credentials: [{ keyVariable: 'OPENAI_API_KEY', baseUrlVariable: 'OPENAI_BASE_URL' }],
    needsKey: true,
    needsBaseUrl: false,
    defaultModel: 'gpt-5.6-sol',
    aliases: { sol: 'gpt-*-sol', terra: 'gpt-*-terra', luna: 'gpt-*-luna' },
    open: async () => (await import('./providers/openai/provider.ts')).openOpenai(),
  },
  {
    name: 'gemini',
    title: 'Google Gemini',
    credentials: [
      { keyVariable: 'GEMINI_API_KEY', baseUrlVariable: 'GEMINI_BASE_URL' },
      { keyVariable: 'GOOGLE_API_KEY', baseUrlVariable: 'GEMINI_BASE_URL' },
    ],
    needsKey: true,
    needsBaseUrl: false,
    defaultModel: 'gemini-3.1-pro-preview',
    aliases: { pro: 'gemini-*-pro*', flash: 'gemini-*-flash', 'flash-lite': 'gemini-*-flash-lite' },
    open: async () => (await import('./providers/gemini/provider.ts')).openGemini(),
  },
  {
    name: 'openai-compatible',
    title: 'OpenAI-compatible server',
    credentials: [
      { keyVariable: 'OPENAI_COMPATIBLE_API_KEY', baseUrlVariable: 'OPENAI_COMPATIBLE_BASE_URL' },
      { keyVariable: 'OPENAI_API_KEY', baseUrlVariable: 'OPENAI_BASE_URL' },
    ],
    needsKey: false,
    needsBaseUrl: true,
    aliases: {},
    open: async () => (await import('./providers/openai-compatible/provider.ts')).openCompatible(),
  },
];

/** The providers, in order of preference. */
export const providers: readonly ProviderInfo[] = entries;

export function findProvider(name: string): ProviderInfo | undefined {
  return entries.find((entry) => entry.name === name);
}

/** Loads the adapter and with it the vendor's SDK, once a process. */
export function openProvider(name: ProviderName): Promise<Provider> {
  const open = opened.get(name) ?? entry(name).open();
  opened.set(name, open);
  return open;
}

const opened = new Map<ProviderName, Promise<Provider>>();

function entry(name: ProviderName): ProviderEntry {
  const found = entries.find((candidate) => candidate.name === name);
  if (found === undefined) throw new TypeError(`no provider ${name}`);
  return found;
}
