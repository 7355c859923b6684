import type { BackendRequest } from '@attractor/engine';
import { type Effort, type Environment, findProvider, missingForProvider, type ProviderInfo, providers } from '@attractor/llm';

/** What nodes without a choice of their own get: `--provider` and `--model` (files.md 5). */
export interface ModelDefaults {
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
}

/** Who answers for a node. */
export interface ServedModel {
  readonly ok: true;
  readonly provider: ProviderInfo;
  readonly model: string;
  readonly effort?: Effort;
}

export type PickedModel = ServedModel | { readonly ok: false; readonly problem: string };

/** Provider of nodes that name none: `--provider`, else the first that is configured, else the first of the table (§36). */
export function defaultProvider(defaults: ModelDefaults, environment: Environment): string {
  return defaults.provider ?? providers.find((info) => missingForProvider(info, { environment }) === undefined)?.name ?? 'anthropic';
}

/**
 * Provider and model of a node. Its own choice wins; `--model` is for nodes of the default provider, since another provider
 * would not know it. Nothing is replaced by something else: what cannot be served is a problem with its name (§36).
 */
export function pickModel(request: ModelWish, defaults: ModelDefaults, environment: Environment): PickedModel {
  const standard = defaultProvider(defaults, environment);
  const name = request.provider ?? standard;
  const provider = findProvider(name);
  if (provider === undefined) {
    return { ok: false, problem: `unknown provider \`${name}\`; providers: ${providers.map((info) => info.name).join(', ')}` };
  }
  const missing = missingForProvider(provider, { environment });
  if (missing !== undefined) return { ok: false, problem: `provider ${name}: ${missing}` };
  const model = request.model ?? (name === standard ? defaults.model : undefined) ?? provider.defaultModel;
  if (model === undefined) return { ok: false, problem: `provider ${name} has no default model; set llm_model or --model` };
  return { ok: true, provider, model, ...effortOf(request.reasoningEffort) };
}

/** The effort that a node asks for, when providers know it. */
export function effortOf(word: string | undefined): { readonly effort?: Effort } {
  return word !== undefined && isEffort(word) ? { effort: word } : {};
}

/** What a node asks for. */
export type ModelWish = { readonly [Key in 'provider' | 'model' | 'reasoningEffort']?: BackendRequest[Key] | undefined };

const efforts: ReadonlySet<string> = new Set<Effort>(['minimal', 'low', 'medium', 'high', 'xhigh', 'max']);

function isEffort(word: string): word is Effort {
  return efforts.has(word);
}
