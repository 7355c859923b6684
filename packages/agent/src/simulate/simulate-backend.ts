import { join } from 'node:path';
import { type BackendAnswer, type BackendRequest, type CodergenBackend, HandlerError, type Usage } from '@attractor/engine';
import type { Script, ScriptEntry, ScriptedError } from '../script/entry.ts';
import { writeConfinedFiles } from '../script/write-files.ts';

/**
 * The `simulate` backend (backends.md 1): no model; answers what the script says, else a fixed text. Call n of a node is
 * counted over the whole run: the engine counts finished attempts (`Outcome.scriptCalls`, or `HandlerError.scriptCalls`
 * when the call failed), the handler the calls within this one. An aborted call consumes nothing.
 */
export function simulateBackend(script?: Script): CodergenBackend {
  return {
    name: 'simulate',
    needsProvider: false,
    async run(request) {
      const { invocation, node } = request;
      const entry = script?.entry(node.id, invocation.branch, invocation.scriptCalls(node.id) + request.call);
      if (entry === undefined) return defaultAnswer(request);
      await delay(request, entry);
      if (entry.error !== undefined) throw scriptedFailure(entry.error, request.call);
      writeFiles(request, entry);
      return answerOf(entry);
    },
  };
}

function defaultAnswer(request: BackendRequest): BackendAnswer {
  const text = `[Simulated] Response for stage: ${request.node.id}`;
  // Nobody judges in a dry run: without an explicit success every goal gate would end it (files.md 5).
  const report = request.invocation.mode === 'dry-run' ? { report: { status: 'success', notes: text } } : {};
  return { text, toolCalls: 0, ...report };
}

function answerOf(entry: ScriptEntry): BackendAnswer {
  const usage = usageOf(entry);
  return {
    text: entry.text ?? '',
    // A report is made by a tool call, so a blank text beside it is no empty response.
    toolCalls: entry.outcome === undefined ? 0 : 1,
    ...(entry.outcome === undefined ? {} : { report: entry.outcome }),
    ...(usage === undefined ? {} : { usage }),
  };
}

function usageOf(entry: ScriptEntry): Usage | undefined {
  if (entry.usage === undefined && entry.costUsd === undefined) return undefined;
  const usage = entry.usage ?? { inputTokens: 0, outputTokens: 0 };
  return entry.costUsd === undefined ? usage : { ...usage, costUsd: entry.costUsd };
}

async function delay(request: BackendRequest, entry: ScriptEntry): Promise<void> {
  if (entry.delayMs !== undefined) await request.invocation.services.clock.sleep(entry.delayMs, request.signal);
  if (request.signal.aborted) throw new HandlerError('the simulated call was aborted', { retryable: false, type: 'AbortError' });
}

function writeFiles(request: BackendRequest, entry: ScriptEntry): void {
  if (entry.files === undefined) return;
  const { invocation } = request;
  const root = invocation.mode === 'dry-run' ? join(invocation.directory.ensure(), 'files') : request.workingDirectory;
  const problem = writeConfinedFiles(root, entry.files);
  if (problem !== undefined) {
    throw new HandlerError(`script entry of node '${request.node.id}': ${problem}`, {
      retryable: false,
      type: 'ScriptError',
      scriptCalls: request.call,
    });
  }
}

const retryableStatuses: ReadonlySet<number> = new Set([408, 425, 429]);

/** The error a provider's answer of that kind would be (engine.md 4). */
export function scriptedFailure(error: ScriptedError, scriptCalls: number): HandlerError {
  if (error.kind === 'network') return new HandlerError(error.message, { retryable: true, type: 'NetworkError', scriptCalls });
  const retryable = retryableStatuses.has(error.status) || error.status >= 500;
  return new HandlerError(`${error.status}: ${error.message}`, { retryable, type: `Http${error.status}`, scriptCalls });
}
