import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  type BackendAnswer,
  type BackendRequest,
  type CodergenBackend,
  fail,
  HandlerError,
  type Outcome,
  type Usage,
} from '@attractor/engine';
import { maskerOf } from '@attractor/handlers';
import { findProvider, type PriceTable, shippedPrices } from '@attractor/llm';
import { runAgent } from '../backends/agent-backend.ts';
import { runCall } from '../backends/llm-backend.ts';
import { effortOf, type ServedModel } from '../model/pick-model.ts';
import { asker, digestOf } from './asked.ts';
import { callKey } from './call-key.ts';
import { unifiedDiff } from './difference.ts';
import type { CallResult } from './format.ts';
import { placeName } from './places.ts';
import { type Portable, portableFor } from './portable.ts';
import type { RecordedCall, Recording } from './read-recording.ts';
import { replayClient } from './replay-client.ts';
import { replayLog } from './replay-log.ts';
import { diffLines, type ReplayFinding, ReplayProblem } from './replay-problem.ts';
import { askedLines } from './show-asked.ts';

export interface ReplayOptions {
  readonly recording: Recording;
  /** For budgets, as those of the backends that call a provider. */
  readonly prices?: PriceTable;
  /** Is told of each problem, also when the run gets over the node's failure. */
  readonly onProblem?: (finding: ReplayFinding) => void;
}

/**
 * The backend `replay` (backends.md 1): the same prompts get the recorded answers, without server and key. Tool calls of an agent
 * are really carried out. What differs or was not recorded fails the node, is never retried, and nothing leads on from it.
 */
export function replayBackend({ recording, onProblem, prices = shippedPrices() }: ReplayOptions): CodergenBackend {
  return {
    name: 'replay',
    needsProvider: false,
    async run(request) {
      const key = callKey(request);
      const log = replayLog(request.invocation.runDirectory);
      const place = placeName(key);
      try {
        const index = log.indexOf(key);
        const title = `replay: call ${index + 1} of node '${place}'`;
        const result = await answer(request, recordedCall(recording, place, index, title), title, prices);
        if (!request.signal.aborted) log.used(key);
        return result;
      } catch (error) {
        if (!(error instanceof ReplayProblem)) {
          if (!request.signal.aborted || endsTheCall(request)) log.used(key);
          throw error;
        }
        onProblem?.({ node: place, text: error.message });
        return fail('deterministic', error.message, { terminal: true });
      }
    },
  };
}

/** After a time limit or a sibling's decision nobody makes this call again; what a cancel interrupts is asked again at the resume. */
function endsTheCall({ signal }: BackendRequest): boolean {
  return signal.reason === 'timeout' || signal.reason === 'sibling';
}

function recordedCall(recording: Recording, place: string, index: number, title: string): RecordedCall {
  const calls = recording.calls(place);
  if (calls === undefined) {
    const names = recording.places.slice(0, 10).join(', ');
    const more = recording.places.length > 10 ? ` and ${recording.places.length - 10} more` : '';
    throw new ReplayProblem(
      `${title} was not recorded: ${recording.file} holds calls of ${names || 'no node'}${more}; record the run again`,
    );
  }
  const found = calls.at(index);
  if (found !== undefined) return found;
  throw new ReplayProblem(`${title} was not recorded: ${recording.file} holds ${calls.size} of its calls; record the run again`);
}

async function answer(request: BackendRequest, call: RecordedCall, title: string, prices: PriceTable): Promise<BackendAnswer | Outcome> {
  const portable = portableFor(request);
  const ask = asker(portable, maskerOf(request.invocation));
  const stopped = (signal: AbortSignal = request.signal): Promise<never> => likeRecorded(call, title, signal);
  const session = sessionOf(request, call);
  if (session !== undefined) {
    const client = replayClient({ provider: session.provider.name, prices, call, title, ask, portable, stopped });
    const run = call.backend === 'llm' ? runCall : runAgent;
    return run(request, session, client);
  }
  const asked = ask.whole(request);
  if (digestOf(asked) !== call.digest) {
    const diff = unifiedDiff(askedLines(call.asked), askedLines(asked), diffLines);
    throw new ReplayProblem(`${title}: what is asked differs from the recording\n${diff.join('\n')}`);
  }
  if (call.end === undefined) return stopped();
  const { statusFile } = call.end;
  if (statusFile !== undefined) {
    mkdirSync(dirname(request.statusFile), { recursive: true });
    writeFileSync(request.statusFile, portable.in(statusFile), { mode: 0o600 });
  }
  return resultOf(call.end.result, portable, stopped);
}

/** The model that a recorded session of `llm` or `agent` talked to; undefined for a call without provider calls. */
function sessionOf(request: BackendRequest, { backend, turns }: RecordedCall): ServedModel | undefined {
  const { provider: recordedProvider, model: recordedModel } = turns[0]?.head ?? {};
  if (typeof recordedProvider !== 'string' || typeof recordedModel !== 'string' || (backend !== 'llm' && backend !== 'agent'))
    return undefined;
  const provider = findProvider(request.provider ?? recordedProvider);
  if (provider === undefined) return undefined;
  return { ok: true, provider, model: request.model ?? recordedModel, ...effortOf(request.reasoningEffort) };
}

async function resultOf(result: CallResult, portable: Portable, stopped: () => Promise<never>): Promise<BackendAnswer | Outcome> {
  switch (result.kind) {
    case 'answer':
      return portable.in(result.answer);
    case 'outcome':
      return portable.in(result.outcome);
    case 'error': {
      const { message, retryable, type, retryAfterMs, usage } = portable.in(result.error);
      throw new HandlerError(message, {
        retryable,
        type,
        ...(typeof retryAfterMs === 'number' ? { retryAfterMs } : {}),
        ...(usage === undefined ? {} : { usage: usage as unknown as Usage }),
      });
    }
    case 'aborted':
      return stopped();
  }
}

/** Stops of which the run itself knows when they come again. */
const comesAgain = new Set(['timeout', 'duration', 'sibling']);

/**
 * A recorded call that was stopped: by a time limit or a sibling branch, then it is stopped again, and waits for that. One that the end
 * of the recorded run interrupted has no answer.
 */
async function likeRecorded({ end, wentOn }: RecordedCall, title: string, signal: AbortSignal): Promise<never> {
  const why = end?.result.kind === 'aborted' ? end.result.why : 'kill';
  if (!comesAgain.has(why) && !wentOn) {
    throw new ReplayProblem(`${title}: the recorded run was interrupted in the middle of it (${why}); resume that run, or record again`);
  }
  if (!signal.aborted) await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  throw new HandlerError('the call was stopped, as it was when it was recorded', { retryable: false, type: 'AbortError' });
}
