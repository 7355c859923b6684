import { type Graph, graphValue, type Node, nodeValue } from '@attractor/pipeline';

export interface RetryPolicy {
  readonly maxAttempts: number;
  readonly initialDelayMs: number;
  readonly factor: number;
}

const presets = {
  none: { attempts: 1, initialDelayMs: 200, factor: 2 },
  standard: { attempts: 5, initialDelayMs: 200, factor: 2 },
  aggressive: { attempts: 5, initialDelayMs: 500, factor: 2 },
  linear: { attempts: 3, initialDelayMs: 500, factor: 1 },
  patient: { attempts: 3, initialDelayMs: 2000, factor: 3 },
} as const;

const maxDelayMs = 60_000;

/** A Retry-After above this halts the run resumably instead of being slept (engine.md 4). */
export const longestRetryAfterMs = 600_000;

/** The ladder of a node (engine.md 4): `max_retries` of the node, else the graph's default, else the policy's number, else one attempt. */
export function retryPolicy(graph: Graph, node: Node): RetryPolicy {
  const name = nodeValue(node, 'retry_policy');
  const preset = presets[name ?? 'standard'];
  const declared =
    nodeValue(node, 'max_retries') ?? (graph.attributes.has('default_max_retries') ? graphValue(graph, 'default_max_retries') : undefined);
  const attempts = name === 'none' ? 1 : declared === undefined ? (name === undefined ? 1 : preset.attempts) : declared + 1;
  return { maxAttempts: attempts, initialDelayMs: preset.initialDelayMs, factor: preset.factor };
}

/** The delay after a failed attempt (from 1), with jitter from a uniform random number in [0, 1). Milliseconds. */
export function delayAfter(policy: RetryPolicy, attempt: number, random: number): number {
  const base = Math.min(policy.initialDelayMs * policy.factor ** (attempt - 1), maxDelayMs);
  return Math.round(base * (0.5 + random));
}
