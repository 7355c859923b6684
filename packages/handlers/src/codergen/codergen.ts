import {
  type BackendRequest,
  fail,
  type Handler,
  HandlerError,
  type Invocation,
  type JsonObject,
  type Outcome,
  passed,
  StoreError,
} from '@attractor/engine';
import { inheritedValue, nodeValue } from '@attractor/pipeline';
import { modelFailedStep } from '../failed-step.ts';
import { maskerOf } from '../masker.ts';
import { freshStatusFile } from '../status-file.ts';
import { isObject } from '../verdict/reported-outcome.ts';
import { chooseBackend } from './choose-backend.ts';
import { type Continuity, continuityOf } from './fidelity.ts';
import { instructionOf } from './instruction.ts';
import { type CallCounter, type CallResult, callModel } from './model-calls.ts';
import { preambleOf } from './preamble.ts';
import { assertedVerdict, readAnswer } from './read-answer.ts';
import { firstCharacters } from './text.ts';
import { type KeptSession, keptUpdates, threadSession } from './thread-session.ts';
import { createThreadStore, type ThreadStore } from './thread-store.ts';

/**
 * Runs a model node (engine.md 12): instruction, one substitution, preamble, backend, verdict. `prompt.md` holds exactly
 * the text that is sent (secrets masked), `response.md` the whole answer; `repair.md` the second prompt when a schema asked for one.
 */
export function codergenHandler(options: { readonly threads?: ThreadStore } = {}): Handler {
  const threads = options.threads ?? createThreadStore();
  return { execute: (invocation) => execute(invocation, threads) };
}

async function execute(invocation: Invocation, threads: ThreadStore): Promise<Outcome> {
  const backend = chooseBackend(invocation);
  if (typeof backend === 'string') return finished(invocation, fail('deterministic', backend), '', '');
  const continuity = continuityOf(invocation, threads);
  const instruction = instructionOf(invocation);
  const prompt = [preambleOf(invocation, continuity.fidelity), instruction].filter((part) => part !== '').join('\n\n---\n\n');
  const statusFile = freshStatusFile(invocation.directory);
  const masker = maskerOf(invocation);
  const write = (name: string, text: string): void => invocation.directory.write(name, masker.text(text));
  write('prompt.md', prompt);
  const session = threadSession(invocation, continuity, backend.name);
  const request = requestOf(invocation, continuity, prompt, statusFile, session);
  const counter: CallCounter = { calls: 0 };
  let result: CallResult;
  try {
    result = await callModel(
      backend,
      request,
      counter,
      (answer) => answersSchema(invocation, assertedVerdict(invocation, answer, statusFile)),
      (repair) => write('repair.md', repair),
    );
  } catch (error) {
    if (invocation.signal.aborted) {
      const used = error instanceof HandlerError && error.usage !== undefined ? { usage: error.usage } : {};
      return finished(invocation, fail('cancelled', `node '${invocation.node.id}' was interrupted`, used), prompt, '');
    }
    if (error instanceof StoreError) throw error;
    throw thrown(error, prompt, backend.needsProvider ? undefined : counter.calls);
  }
  const counted = backend.needsProvider ? {} : { scriptCalls: result.calls };
  const done = (outcome: Outcome, response: string): Outcome => {
    remember(invocation, threads, continuity, instruction, response, session);
    const updates = keptUpdates(invocation, continuity, session);
    return finished(invocation, updates === undefined ? outcome : withSystemUpdates(outcome, updates), prompt, response);
  };
  if (result.answer === undefined) {
    const outcome = result.outcome ?? fail('internal', 'the backend gave neither an answer nor an outcome');
    if (outcome.responseText !== undefined) write('response.md', outcome.responseText);
    return done({ ...outcome, ...counted }, outcome.responseText ?? outcome.notes);
  }
  const { answer, checked } = result;
  write('response.md', answer.text);
  const outcome = readAnswer(invocation, answer, assertedVerdict(invocation, answer, statusFile), checked);
  const extra = {
    responseText: answer.text,
    ...counted,
    ...(answer.sessionId === undefined ? {} : { sessionId: answer.sessionId }),
    ...(result.usage === undefined ? {} : { usage: result.usage }),
  };
  return done({ ...outcome, ...extra }, answer.text);
}

function requestOf(
  invocation: Invocation,
  continuity: Continuity,
  prompt: string,
  statusFile: string,
  session: KeptSession | undefined,
): Omit<BackendRequest, 'call'> {
  const { graph, node } = invocation;
  const model = inheritedValue(graph, node, 'llm_model');
  const provider = inheritedValue(graph, node, 'llm_provider');
  const reasoningEffort = inheritedValue(graph, node, 'reasoning_effort');
  const maxTurns = nodeValue(node, 'max_turns');
  const schema = nodeValue(node, 'response_schema');
  return {
    node,
    prompt,
    context: invocation.context,
    fidelity: continuity.fidelity,
    workingDirectory: invocation.workingDirectory,
    statusFile,
    signal: invocation.signal,
    invocation,
    emit: (event) => invocation.emit(event),
    ...(continuity.thread === undefined ? {} : { thread: continuity.thread, exchanges: continuity.exchanges }),
    ...(session === undefined ? {} : { session }),
    ...(isObject(schema) ? { responseSchema: schema as JsonObject } : {}),
    ...(model === undefined ? {} : { model }),
    ...(provider === undefined ? {} : { provider }),
    ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
    ...(maxTurns === undefined ? {} : { maxTurns }),
  };
}

/** An answer is held to the schema unless the node has already failed; in a dry run nobody writes answers (files.md 5). */
function answersSchema(invocation: Invocation, asserted: Outcome | undefined): boolean {
  return asserted === undefined || (passed(asserted) && invocation.mode !== 'dry-run');
}

function remember(
  invocation: Invocation,
  threads: ThreadStore,
  continuity: Continuity,
  instruction: string,
  answer: string,
  session: KeptSession | undefined,
): void {
  const kept = session?.kept();
  const own = kept === undefined ? {} : { session: kept };
  threads.record(invocation, continuity.thread, { node: invocation.node.id, instruction, answer, ...own });
}

function withSystemUpdates(outcome: Outcome, updates: JsonObject): Outcome {
  return { ...outcome, systemUpdates: { ...outcome.systemUpdates, ...updates } };
}

/** What every way out sets: `last_stage`, `last_response`, and `failed_step` on a failure (§30). */
function finished(invocation: Invocation, outcome: Outcome, prompt: string, response: string): Outcome {
  const systemUpdates = { ...outcome.systemUpdates, last_stage: invocation.node.id, last_response: firstCharacters(response, 200) };
  if (outcome.status !== 'fail' || outcome.failedStep !== undefined) return { ...outcome, systemUpdates };
  return { ...outcome, systemUpdates, failedStep: modelFailedStep(prompt, response, outcome.failureReason) };
}

/** The error as the retry ladder takes it, with what an outcome made of it needs. */
function thrown(error: unknown, prompt: string, scriptCalls: number | undefined): HandlerError {
  const message = error instanceof Error ? error.message : String(error);
  const known = error instanceof HandlerError ? error : undefined;
  const count = known?.scriptCalls ?? scriptCalls;
  return new HandlerError(message, {
    retryable: known?.retryable ?? false,
    type: known?.type ?? (error instanceof Error ? error.name : 'Error'),
    cause: error,
    failedStep: known?.failedStep ?? modelFailedStep(prompt, undefined, message),
    ...(known?.retryAfterMs === undefined ? {} : { retryAfterMs: known.retryAfterMs }),
    ...(count === undefined ? {} : { scriptCalls: count }),
    ...(known?.usage === undefined ? {} : { usage: known.usage }),
  });
}
