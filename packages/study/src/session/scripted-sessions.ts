import { HandlerError } from '@attractor/engine';
import type { DelegationLog } from '../records/log-row.ts';
import type { AgentEntry, AgentScript, ScriptContext } from './agent-script.ts';
import { type ChosenEntry, chooseEntry } from './choose-entry.ts';
import { invokeOverLoop, type SessionParts } from './loop-session.ts';
import type { ModelSessions, SessionRequest } from './model-session.ts';
import { scriptedModel } from './script-client.ts';
import type { ScriptCounts } from './script-counts.ts';
import { isAbort, isScriptMismatch } from './session-error.ts';

export interface ScriptedSessionOptions extends SessionParts {
  readonly script: AgentScript;
  readonly log: Pick<DelegationLog, 'rows' | 'status'>;
  readonly counts: ScriptCounts;
  /** The run is to fail with it, whoever's session it was (rulings H); the session throws it too. */
  onMismatch?(error: HandlerError): void;
}

/** Sessions without a model, by a script (rulings H). Without an entry an agent says a fixed text and calls nothing. */
export function scriptedSessions(options: ScriptedSessionOptions): ModelSessions {
  const { script, log, counts } = options;
  /** Calls that are under way, by what they are counted under. */
  const running = new Map<string, number>();
  return {
    async invoke(request) {
      const key = `${request.agent.name}/${request.purpose}`;
      const under = running.get(key) ?? 0;
      running.set(key, under + 1);
      const chosen = chooseEntry(script, request, counts.ended(key, request) + under + 1, log);
      let isInterrupted = false;
      try {
        return await play(request, chosen, options);
      } catch (error) {
        isInterrupted = isAbort(error);
        if (isScriptMismatch(error)) options.onMismatch?.(error);
        throw error;
      } finally {
        running.set(key, (running.get(key) ?? 1) - 1);
        if (!isInterrupted) counts.end(key, request);
      }
    },
  };
}

async function play(request: SessionRequest, chosen: ChosenEntry | undefined, options: ScriptedSessionOptions) {
  const about = contextOf(request, chosen);
  const entry = chosen === undefined ? { text: `[Simulated] Response for stage: ${request.agent.name}` } : await entryOf(chosen, about);
  const model = scriptedModel(entry, about, options);
  try {
    return await invokeOverLoop(request, { client: model.client, model: request.agent.model ?? 'script', round: model.round }, options);
  } finally {
    const left = model.left();
    if (left.rounds > 0 || left.calls > 0)
      options.emit?.({
        type: 'agent.script_rounds_dropped',
        node: request.agent.name,
        data: {
          key: about.key,
          entry: about.entry,
          ...left,
          ...(request.delegation === undefined ? {} : { delegation: request.delegation }),
        },
      });
  }
}

async function entryOf({ source, key, entry: n }: ChosenEntry, about: Omit<ScriptContext, 'results' | 'kept'>): Promise<AgentEntry> {
  const entry = typeof source === 'function' ? await source({ ...about, results: [], kept: new Map() }) : source;
  const odd = entry.files === undefined ? (entry.outcome === undefined ? undefined : 'outcome') : 'files';
  if (odd === undefined) return entry;
  throw new HandlerError(
    `script key '${key}', entry ${n}: '${odd}' is not for an agent of a study${odd === 'files' ? '; it writes files by a call of Write' : '; its tools decide'}`,
    { retryable: false, type: 'ScriptError' },
  );
}

function contextOf({ agent, purpose, delegation, invoke, messages }: SessionRequest, chosen: ChosenEntry | undefined) {
  return {
    node: agent.name,
    purpose,
    invoke,
    key: chosen?.key ?? '',
    entry: chosen?.entry ?? 0,
    prompt: messages.at(-1)?.text ?? '',
    ...(delegation === undefined ? {} : { delegation }),
  };
}
