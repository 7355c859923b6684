/** Properties a stylesheet may set, with their short forms (language.md 5). */
const properties: Readonly<Record<string, string>> = {
  llm_model: 'llm_model',
  model: 'llm_model',
  llm_provider: 'llm_provider',
  provider: 'llm_provider',
  reasoning_effort: 'reasoning_effort',
  backend: 'backend',
  fidelity: 'fidelity',
  max_turns: 'max_turns',
  max_agent_turns: 'max_turns',
  timeout: 'timeout',
};

/** The node attribute behind a property. */
export function styleProperty(name: string): string | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

export const stylePropertyNames: readonly string[] = [...new Set(Object.values(properties))];
