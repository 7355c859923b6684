import type { PickedModel } from '@attractor/agent';
import type { Services } from '@attractor/engine';
import type { Price } from '@attractor/llm';
import type { ModelNode } from './preflight.ts';

/** A model whose price nobody knows, and the nodes that use it. */
export interface UnpricedModel {
  /** With its provider in front. */
  readonly model: string;
  readonly nodes: readonly string[];
}

export interface PriceQuestion {
  readonly backend: Services['backend'];
  pick(node: ModelNode): PickedModel;
  /** Whether a name is one that only the provider can resolve: its price is asked for when it is (backends.md 4). */
  isAlias(provider: string, model: string): boolean;
  price(provider: string, model: string): Price | undefined;
}

/** Backends that call a model by its price; agents in processes of their own say themselves what they cost. */
const priced: ReadonlySet<string> = new Set(['llm', 'agent']);

/** The models under a money budget that it cannot count, in the order of their nodes. */
export function unpricedModels(nodes: readonly ModelNode[], { backend, pick, isAlias, price }: PriceQuestion): UnpricedModel[] {
  const found = new Map<string, string[]>();
  for (const node of nodes) {
    if (!priced.has(backend.forced ?? node.backend ?? backend.default)) continue;
    const picked = pick(node);
    if (!picked.ok) continue;
    const { name } = picked.provider;
    if (isAlias(name, picked.model) || price(name, picked.model) !== undefined) continue;
    const key = `${name}/${picked.model}`;
    const id = node.file === undefined ? node.id : `${node.file}: ${node.id}`;
    found.set(key, [...(found.get(key) ?? []), id]);
  }
  return [...found].map(([model, ids]) => ({ model, nodes: ids }));
}
