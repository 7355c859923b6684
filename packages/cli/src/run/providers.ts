/** Providers that model nodes may name, with the variables that hold their key: the first that is set counts. */
export const providers: Readonly<Record<string, readonly string[]>> = {
  anthropic: ['ANTHROPIC_API_KEY'],
  openai: ['OPENAI_API_KEY'],
  gemini: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  'openai-compatible': ['OPENAI_API_KEY'],
};

/** The provider of nodes that name none: the first one whose key is there, else the first (§36 checks them against it). */
export function defaultProvider(environment: Readonly<Record<string, string | undefined>>): string {
  return Object.keys(providers).find((name) => hasKey(name, environment)) ?? 'anthropic';
}

/** Presence only; the value is never looked at further and no call is made. */
export function hasKey(provider: string, environment: Readonly<Record<string, string | undefined>>): boolean {
  const names = Object.hasOwn(providers, provider) ? (providers[provider] ?? []) : [];
  return names.some((name) => (environment[name] ?? '') !== '');
}
