import { type BackendAnswer, fail, HandlerError, type Outcome, type Usage } from '@attractor/engine';
import { ModelError } from '@attractor/llm';

/**
 * What a failed model call is for the run (engine.md 4): a spent quota halts it resumably (class `budget`) and burns no
 * retries; everything else goes to the retry ladder, which repeats what may pass. Rethrows what is no ModelError.
 */
export function modelFailure(error: unknown, usage: Usage | undefined): Outcome {
  if (!(error instanceof ModelError)) throw error;
  if (error.kind === 'quota') return fail('budget', `quota exhausted: ${error.message}`, usage === undefined ? {} : { usage });
  throw new HandlerError(advice(error), {
    retryable: error.retryable,
    type: error.status === undefined ? `ModelError:${error.kind}` : `Http${error.status}`,
    cause: error,
    ...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
    ...(usage === undefined ? {} : { usage }),
  });
}

/** The provider's message, and what to do where we know it. */
function advice(error: ModelError): string {
  switch (error.kind) {
    case 'auth':
      return `${error.message} (login refused: check the key of provider ${error.provider}; attractor doctor --deep tries it)`;
    case 'not_found':
      return `${error.message} (attractor doctor --deep lists the models of provider ${error.provider})`;
    case 'context_length':
      return `${error.message} (the conversation is longer than the model reads; split the task over several nodes)`;
    default:
      return error.message;
  }
}

/** An answer that the provider ended before it was complete, or refused to give; undefined for one that is whole. */
export function unfinished(reason: string, answer: BackendAnswer, tight: boolean): Outcome | undefined {
  const extra = {
    responseText: answer.text,
    ...(answer.usage === undefined ? {} : { usage: answer.usage }),
    ...(answer.sessionId === undefined ? {} : { sessionId: answer.sessionId }),
  };
  if (reason === 'length' && tight) return fail('budget', 'budget_exceeded: the answer was cut off at what the budget still allows', extra);
  if (reason === 'length')
    return fail('deterministic', 'output_limit: the answer was cut off at the most output tokens of one call', extra);
  if (reason === 'content_filter') return fail('deterministic', 'content_filter: the provider withheld the answer', extra);
  return undefined;
}
