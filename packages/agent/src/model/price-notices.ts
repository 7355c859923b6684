import type { BackendRegistry } from '@attractor/engine';

/** What has been told, by the backends of a process. */
const told = new WeakMap<BackendRegistry, Set<string>>();

/** True for the first time that a run's backends have something to say of a model's price: each is told once a run. */
export function tellPriceOnce(backends: BackendRegistry, runDirectory: string, model: string): boolean {
  const known = told.get(backends) ?? new Set<string>();
  told.set(backends, known);
  const key = `${runDirectory}\0${model}`;
  if (known.has(key)) return false;
  known.add(key);
  return true;
}

/** Nodes that a message names; the rest is counted. */
const shownNodes = 5;

/** What a money budget is worth without a price, and how to add one (backends.md 4). `model` with its provider in front. */
export function unknownPrice(model: string, nodes: readonly string[], budgetUsd: number | undefined): string {
  const shown = nodes.slice(0, shownNodes).join(', ');
  const more = nodes.length > shownNodes ? ` and ${nodes.length - shownNodes} more` : '';
  const budget = budgetUsd === undefined ? 'the money budget' : `the budget of $${budgetUsd.toFixed(2)}`;
  return `the price of ${model} is unknown: ${budget} does not count the calls of ${nodes.length === 1 ? 'node' : 'nodes'} ${shown}${more}; add "${model}": {"input": USD, "output": USD} (per million tokens) under "models" in .attractor/prices.json, or in the file that ATTRACTOR_PRICES names`;
}
