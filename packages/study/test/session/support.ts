import { createMasker, type Usage } from '@attractor/engine';
import { simulatedClock } from '@attractor/testing';
import {
  type AgentScript,
  type AgentSpec,
  type Caller,
  type LogRow,
  type LogStatus,
  memoryCounts,
  type ScriptCounts,
  type ScriptedSessionOptions,
  type SessionRequest,
  type StudyTool,
  scriptedSessions,
  type WrapperParts,
  wrapTool,
} from '../../src/index.ts';

export function agent(name: string, more: Partial<AgentSpec> = {}): AgentSpec {
  return {
    name,
    role: 'worker',
    agentClass: 'Worker',
    description: name,
    prompt: '',
    keepsBasePrompt: false,
    tools: [],
    extraAllowedTools: [],
    mcpServers: {},
    reportSections: [],
    resetOnCheckpoint: true,
    maxHistoryPairs: 5,
    ...more,
  };
}

export interface Recorded {
  readonly errors: { node: string; tool: string; errorType: string; fault: string; message: string; arguments?: object }[];
  readonly interventions: { node: string; type: string; message: string; told: boolean }[];
}

/** A wrapper whose notices and pending items a test sets. */
export function wrapper(more: Partial<WrapperParts> = {}): { parts: WrapperParts; recorded: Recorded } {
  const recorded: Recorded = { errors: [], interventions: [] };
  const parts: WrapperParts = {
    isAbandoned: () => false,
    recorder: { toolError: (row) => void recorded.errors.push(row), intervention: (row) => void recorded.interventions.push(row) },
    notices: { drain: () => '', pending: () => '' },
    masker: createMasker({ A_SECRET_KEY: 'hush-hush-1234' }, []),
    ...more,
  };
  return { parts, recorded };
}

export function tool(name: string, run: StudyTool['run'], more: Partial<StudyTool> = {}): StudyTool {
  return { name, description: name, parameters: { type: 'object' }, kind: 'protocol', run, ...more };
}

export function toolMap(tools: readonly StudyTool[], parts: WrapperParts = wrapper().parts): ReadonlyMap<string, StudyTool> {
  return new Map(tools.map((one) => [one.name, wrapTool(one, parts)]));
}

export const callerOf = (node: string, delegation?: string): Caller => ({
  node,
  signal: new AbortController().signal,
  ...(delegation === undefined ? {} : { delegation }),
});

export interface Told {
  readonly usage: [Usage, string][];
  readonly retries: { attempt: number; max: number; error: string }[];
}

export function request(name: string, more: Partial<SessionRequest> = {}): { request: SessionRequest; told: Told } {
  const told: Told = { usage: [], retries: [] };
  return {
    told,
    request: {
      agent: agent(name),
      purpose: 'turn',
      invoke: 1,
      system: 'You are an agent.',
      messages: [{ from: 'user', text: 'Begin.' }],
      tools: new Map(),
      signal: new AbortController().signal,
      isOver: () => false,
      onUsage: (usage, model) => void told.usage.push([usage, model]),
      onRetry: (retry) => void told.retries.push(retry),
      ...more,
    },
  };
}

export function worker(name: string, delegation: string, invoke = 1, more: Partial<SessionRequest> = {}): SessionRequest {
  return request(name, { purpose: 'worker', delegation, invoke, ...more }).request;
}

/** A delegation log whose rows a test writes. */
export function fakeLog(): { log: ScriptedSessionOptions['log']; set(id: string, to: string, status: LogStatus): void } {
  const rows = new Map<string, LogRow>();
  return {
    log: {
      rows: () => [...rows.values()],
      status(id) {
        const row = rows.get(id);
        return row === undefined ? undefined : { status: row.status, deliverable: '' };
      },
    },
    set: (id, to, status) => void rows.set(id, { id, to_node: to, status } as LogRow),
  };
}

export function sessions(script: AgentScript, more: Partial<ScriptedSessionOptions> & { counts?: ScriptCounts } = {}) {
  return scriptedSessions({
    script,
    clock: simulatedClock({ auto: true }),
    masker: createMasker({}, []),
    log: fakeLog().log,
    counts: memoryCounts(),
    ...more,
  });
}
