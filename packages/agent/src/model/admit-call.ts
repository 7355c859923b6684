import { type Invocation, type Spending, tokensOf } from '@attractor/engine';
import { type ModelClient, type ModelRequest, type ModelResponse, type Price, worstCaseCost } from '@attractor/llm';
import { tellPriceOnce, unknownPrice } from './price-notices.ts';

/** Output tokens of one call, where a budget bounds it: what the providers' own defaults allow at least, and files an agent writes fit in. */
const mostOutput = 32_000;

/** Below this an answer is no use; the run halts before the call. */
const leastOutput = 256;

/** Tokens of a text at the very most three bytes each; real ones are nearer to four. */
const bytesPerToken = 3;

/** A call that may be made, with its bound when there is a budget (`tight`: the budget allows less than usual), or why it may not. */
export type Admission =
  | { readonly ok: true; readonly maxTokens?: number; readonly tight?: boolean }
  | { readonly ok: false; readonly reason: string };

export interface Purse {
  /**
   * Holds back the worst case of a call whose request has so many bytes (backends.md 4). While what is missing is only held for
   * calls of others, it waits for them: they mostly use less. `onWait` is told once.
   */
  admit(requestBytes: () => number, signal: AbortSignal, onWait?: () => void): Promise<Admission>;
  spent(response: Pick<ModelResponse, 'usage' | 'model'>): void;
}

/**
 * The node's access to the run's budgets. The output of a call is bounded so that its worst case fits in what is left; when not
 * even a short answer does, the call is not made. Where the price is unknown a money budget cannot be held, and a warning says so.
 */
function openPurse(invocation: Invocation, provider: string, model: string, price: Price | undefined): Purse {
  const { budget } = invocation;
  if (budget === undefined) return { admit: async () => ({ ok: true }), spent: () => {} };
  if (price === undefined && budget.left().usd !== undefined) warnOfPrice(invocation, `${provider}/${model}`);
  const bounded = (left: Partial<Spending>, input: number): Bound => {
    const usdLeft = price === undefined ? undefined : left.usd;
    const cost = (maxOutput: number): number => worstCaseCost({ input, maxOutput }, price) ?? 0;
    const perOutput = cost(1) - cost(0);
    const byTokens = left.tokens === undefined ? mostOutput : left.tokens - input;
    const byMoney = usdLeft === undefined || perOutput <= 0 ? mostOutput : (usdLeft - cost(0)) / perOutput;
    const maxTokens = Math.floor(Math.min(mostOutput, byTokens, byMoney));
    return { maxTokens, worst: { usd: cost(Math.max(0, maxTokens)), tokens: input + maxTokens } };
  };
  return {
    async admit(requestBytes, signal, onWait) {
      if (isFree(budget.left(), price)) return { ok: true };
      const input = Math.ceil(requestBytes() / bytesPerToken);
      for (let waited = false; ; waited = true) {
        const most = bounded(budget.leftAtMost(), input);
        if (most.maxTokens < leastOutput || signal.aborted)
          return { ok: false, reason: tooLittle(budget.leftAtMost(), price, model, input) };
        const now = bounded(budget.left(), input);
        // An answer that is cut off because of what others hold, and then do not use, would end the run for nothing.
        if (now.maxTokens >= most.maxTokens) {
          budget.hold(now.worst);
          return { ok: true, maxTokens: now.maxTokens, tight: now.maxTokens < mostOutput };
        }
        if (!waited) onWait?.();
        await budget.released(signal);
      }
    },
    spent({ usage, model: answered }) {
      // Another model than the one that was asked may have answered: its price counts, and nobody knows it.
      if (price !== undefined && usage.costUsd === undefined && budget.left().usd !== undefined)
        warnOfPrice(invocation, `${provider}/${answered}`);
      budget.spend({ usd: usage.costUsd ?? 0, tokens: tokensOf(usage) });
    },
  };
}

function warnOfPrice({ services, runDirectory, node, emit }: Invocation, model: string): void {
  if (!tellPriceOnce(services.backends, runDirectory, model)) return;
  emit({ type: 'warning', node: node.id, message: unknownPrice(model, [node.id], undefined) });
}

interface Bound {
  readonly maxTokens: number;
  readonly worst: Spending;
}

/** No limit that this call could break. */
function isFree(left: Partial<Spending>, price: Price | undefined): boolean {
  return (price === undefined || left.usd === undefined) && left.tokens === undefined;
}

function tooLittle(left: Partial<Spending>, price: Price | undefined, model: string, input: number): string {
  const money = price === undefined || left.usd === undefined ? [] : [`$${left.usd.toFixed(4)}`];
  const tokens = left.tokens === undefined ? [] : [`${left.tokens} tokens`];
  return `budget_exceeded: ${[...money, ...tokens].join(' and ')} left, too little for another call of ${model} with about ${input} input tokens`;
}

/** The purse of a session. An alias is resolved by the provider's list, and only when there is a budget to hold; throws a ModelError. */
export async function purseFor(invocation: Invocation, client: ModelClient, model: string, signal: AbortSignal): Promise<Purse> {
  if (invocation.budget?.left().usd === undefined) return openPurse(invocation, client.provider, model, undefined);
  const known = client.price(model);
  if (known !== undefined) return openPurse(invocation, client.provider, model, known);
  const { id } = await client.resolveModel(model, signal);
  return openPurse(invocation, client.provider, id, client.price(id));
}

/** Bytes that a request comes to, for the worst case of its input. */
export function requestBytes(request: Pick<ModelRequest, 'system' | 'messages' | 'tools' | 'responseFormat'>): number {
  const { system, messages, tools, responseFormat } = request;
  return Buffer.byteLength(JSON.stringify({ system, messages, tools, responseFormat }));
}
