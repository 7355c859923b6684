import { addUsage, type BackendAnswer, fail, HandlerError, type JsonObject, noUsage, type Outcome, type Usage } from '@attractor/engine';
import { type MalformedToolCallPart, type Message, type ModelResponse, type ToolCallPart, textOf } from '@attractor/llm';
import { requestBytes } from '../model/admit-call.ts';
import { modelFailure, unfinished } from '../model/failure.ts';
import { userText } from '../model/messages.ts';
import { modelTurn } from './model-turn.ts';
import { type Repetition, repetitionCounter, stopAt, warnAt } from './repetition.ts';
import { runBatch } from './run-batch.ts';
import type { Session } from './session.ts';

/** How a session ended, as its log names it. */
type Lifecycle = 'completed' | 'reported' | 'over' | 'turn_limit' | 'tool_loop' | 'unfinished' | 'quota' | 'budget' | 'failed' | 'aborted';

/**
 * The agent's loop (backends.md 4): model, tools, model, until a turn without tool calls or a valid report. An aborted session
 * promotes nothing: it throws. Files that were written stay, whatever the end.
 */
export async function runLoop(session: Session): Promise<BackendAnswer | Outcome> {
  const { context, log, maxTurns } = session;
  const messages: Message[] = [...session.opening];
  const repeated = repetitionCounter();
  let usage: Usage = noUsage;
  let toolCalls = 0;
  let turn = 0;
  const end = <T extends BackendAnswer | Outcome>(status: Lifecycle, result: T, outcome?: JsonObject): T => {
    log.record('end', { status, turn_count: turn, ...(outcome === undefined ? {} : { outcome }) });
    return result;
  };
  const gaveUp = (status: Lifecycle, reason: string, text: string): Outcome =>
    end(status, fail('deterministic', reason, { usage, sessionId: log.id, responseText: text }));
  const answer = (text: string, extra: { report?: JsonObject } = {}): BackendAnswer => ({
    text,
    usage,
    sessionId: log.id,
    toolCalls,
    ...extra,
  });

  for (;;) {
    const said = session.steering.take();
    if (said !== undefined) {
      log.record('steering', { text: said });
      messages.push(userText(said));
    }
    const request = requestOf(session, messages);
    const admitted = await session.purse.admit(
      () => requestBytes(request),
      context.signal,
      () => log.emit('waiting_for_budget', {}),
    );
    if (!admitted.ok) return end('budget', fail('budget', admitted.reason, { usage, sessionId: log.id }));
    turn += 1;
    let response: ModelResponse;
    try {
      const { maxTokens } = admitted;
      response = await modelTurn(session, { ...request, ...(maxTokens === undefined ? {} : { maxTokens }) }, turn);
    } catch (error) {
      const aborted = context.signal.aborted;
      log.record('error', { turn, message: error instanceof Error ? error.message : String(error) });
      try {
        return end('quota', modelFailure(error, turn === 1 ? undefined : usage));
      } catch (thrown) {
        log.record('end', { status: aborted ? 'aborted' : 'failed', turn_count: turn });
        throw thrown;
      }
    }
    usage = addUsage(usage, response.usage);
    session.purse.spent(response);
    session.observer?.usage?.(response.usage, response.model);
    const text = textOf(response.content);
    const calls = response.content.filter(
      (part): part is ToolCallPart | MalformedToolCallPart => part.type === 'tool_call' || part.type === 'malformed_tool_call',
    );
    if (calls.length === 0) {
      const final = answer(text);
      const broken = unfinished(response.finish.reason, final, admitted.tight === true);
      return broken === undefined ? end('completed', final) : end('unfinished', broken);
    }
    const batch = await runBatch(session, calls);
    toolCalls += batch.succeeded;
    if (context.signal.aborted) {
      log.record('end', { status: 'aborted', turn_count: turn });
      throw new HandlerError('the agent was interrupted', { retryable: false, type: 'AbortError', usage });
    }
    session.observer?.round?.(batch.results);
    if (session.isOver?.() === true) return end('over', answer(text));
    // A report that came without a text says in its notes what there is to say.
    if (batch.report !== undefined)
      return end('reported', answer(text.trim() === '' ? notesOf(batch.report) : text, { report: batch.report }), batch.report);
    messages.push({ role: 'assistant', content: response.content }, { role: 'tool', content: batch.results.map((result) => result.part) });
    const counts = batch.results
      .filter(({ name }) => session.tools.get(name)?.mayRepeat !== true)
      .map((result) => repeated(result.name, result.input, result.output));
    const worst = counts.reduce<Repetition | undefined>((a, b) => (a === undefined || b.count > a.count ? b : a), undefined);
    if (worst !== undefined && worst.count >= stopAt) {
      return gaveUp(
        'tool_loop',
        `tool_loop: the model made the same call of ${worst.tool} with the same result ${worst.count} times`,
        text,
      );
    }
    if (maxTurns !== undefined && turn >= maxTurns) {
      return gaveUp('turn_limit', `turn_limit: the agent was not done after ${turn} turns (max_turns); its work is kept`, text);
    }
    const warning = warningOf(counts);
    if (warning !== undefined) {
      log.record('warning', { message: warning });
      messages.push(userText(warning));
    }
  }
}

function requestOf(session: Session, messages: readonly Message[]) {
  return {
    model: session.model,
    system: session.system,
    messages: [...messages],
    tools: [...session.tools.values()].map(({ name, description, parameters }) => ({ name, description, parameters })),
    cacheKey: session.log.id,
    signal: session.context.signal,
    ...(session.effort === undefined ? {} : { effort: session.effort }),
    ...(session.responseFormat === undefined ? {} : { responseFormat: session.responseFormat }),
  };
}

/** Said once, when the third repetition comes; the model may then still try something else. */
function warningOf(counts: readonly Repetition[]): string | undefined {
  const found = counts.find(({ count }) => count === warnAt);
  if (found === undefined) return undefined;
  return `[attractor] You have made the same call of ${found.tool} with the same result ${found.count} times. Try another way, or report that the task cannot be done. After ${stopAt} times the task is ended as failed.`;
}

function notesOf(report: JsonObject): string {
  const notes = report['notes'];
  return typeof notes === 'string' ? notes : '';
}
