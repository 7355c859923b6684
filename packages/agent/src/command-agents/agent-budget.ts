import { type Invocation, tokensOf, type Usage } from '@attractor/engine';
import type { CommandAgent } from './command-agent.ts';

export type AgentBudget =
  | { readonly ok: true; readonly usd?: number; spent(usage: Usage | undefined): void }
  | { readonly ok: false; readonly reason: string };

/**
 * The run's budgets around one run of an agent. What is left bounds its money where it has an option for that; within a run it
 * cannot be stopped otherwise, so that a budget may be overdrawn by what one run uses.
 */
export function agentBudget({ budget, emit, node }: Invocation, agent: CommandAgent): AgentBudget {
  const left = budget?.left() ?? {};
  const money = left.usd === undefined ? [] : [`$${left.usd.toFixed(4)}`];
  const tokens = left.tokens === undefined ? [] : [`${left.tokens} tokens`];
  if ((left.usd ?? 1) <= 0 || (left.tokens ?? 1) <= 0)
    return { ok: false, reason: `budget_exceeded: ${[...money, ...tokens].join(' and ')} left, too little for ${agent.title}` };
  return {
    ok: true,
    ...(left.usd === undefined ? {} : { usd: left.usd }),
    spent(usage) {
      if (left.usd !== undefined && usage?.costUsd === undefined)
        emit({
          type: 'warning',
          node: node.id,
          message: `${agent.title} does not tell what this run cost: the money budget does not count it`,
        });
      if (usage !== undefined) budget?.spend({ usd: usage.costUsd ?? 0, tokens: tokensOf(usage) });
    },
  };
}
