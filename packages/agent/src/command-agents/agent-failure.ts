import { fail, HandlerError, type Outcome, type Usage } from '@attractor/engine';
import { classifyError, ModelError, type ModelErrorKind } from '@attractor/llm';
import type { AgentProblem, CommandAgent } from './command-agent.ts';

/** The kind of a failure that an agent told: by its own words first, then as the model client reads the provider's answer. */
export function problemKind(agent: CommandAgent, problem: AgentProblem): ModelErrorKind {
  const words = `${problem.code ?? ''} ${problem.message}`;
  const rule = agent.errors.find(({ pattern }) => pattern.test(words));
  if (rule !== undefined) return rule.kind;
  // What nobody knows is not repeated.
  return problem.status === undefined ? 'bad_request' : classifyError(problem.status, problem.message);
}

/**
 * What a failed run of an agent is for the node, as with the model client (engine.md 4): a spent quota halts the run resumably and
 * burns no retries; the rest goes to the retry ladder, which repeats what may pass. A refused login is not repeated.
 */
export function agentFailure(agent: CommandAgent, kind: ModelErrorKind, problem: AgentProblem, usage: Usage | undefined): Outcome {
  const message = oneLine(problem.message);
  if (kind === 'quota') return fail('budget', `quota exhausted: ${agent.name}: ${message}`, usage === undefined ? {} : { usage });
  const error = new ModelError({
    provider: agent.name,
    kind,
    message: `${message}${advice(agent, kind)}`,
    ...(problem.status === undefined ? {} : { status: problem.status }),
    ...(problem.code === undefined ? {} : { code: problem.code }),
  });
  throw new HandlerError(error.message, {
    retryable: error.retryable,
    type: error.status === undefined ? `ModelError:${kind}` : `Http${error.status}`,
    cause: error,
    ...(usage === undefined ? {} : { usage }),
  });
}

function advice(agent: CommandAgent, kind: ModelErrorKind): string {
  switch (kind) {
    case 'auth':
      return ` (login refused: ${agent.login})`;
    case 'not_found':
      return ` (llm_model is passed to ${agent.command} as it is written)`;
    case 'context_length':
      return ' (the conversation is longer than the model reads; split the task over several nodes)';
    default:
      return '';
  }
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 1000 ? `${line.slice(0, 1000)}…` : line;
}
