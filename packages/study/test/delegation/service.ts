import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMasker, type JsonObject, type Usage } from '@attractor/engine';
import { type SimulatedClock, simulatedClock } from '@attractor/testing';
import { type Arms, featureNames } from '../../src/config/settings.ts';
import type { Delegations } from '../../src/delegation/delegations.ts';
import { delegationsOf } from '../../src/delegation/delegations-of.ts';
import type { DelegationNeeds } from '../../src/delegation/needs.ts';
import { type Registry, registryOf } from '../../src/delegation/registry.ts';
import { delegationLog } from '../../src/records/delegation-log.ts';
import type { DelegationLog } from '../../src/records/log-row.ts';
import type { Notices } from '../../src/run/notices.ts';
import { type NoticeSources, noticesOf } from '../../src/run/notices-of.ts';
import type { SessionRequest } from '../../src/session/model-session.ts';
import type { AgentSpec, Team } from '../../src/team/team.ts';
import type { Caller } from '../../src/tools/study-tool.ts';

/** A team out of `hub -> worker` pairs; the first name is the entry. Roles are the names. */
export function teamOf(pairs: readonly string[], sections: Readonly<Record<string, readonly string[]>> = {}): Team {
  const edges = pairs.map((pair) => {
    const [source = '', target = ''] = pair.split('->').map((name) => name.trim());
    return { source, target, preamble: target === 'critic' ? 'Quote primary sources only.' : '' };
  });
  const names = [...new Set(edges.flatMap(({ source, target }) => [source, target]))];
  const agent = (name: string): AgentSpec => ({
    name,
    role: name,
    agentClass: name,
    description: name,
    prompt: '',
    keepsBasePrompt: false,
    tools: [],
    extraAllowedTools: [],
    mcpServers: {},
    reportSections: sections[name] ?? ['### Actions taken', '### Conclusions', '### Numbers'],
    resetOnCheckpoint: true,
    maxHistoryPairs: 5,
  });
  return {
    entry: names[0] ?? '',
    agents: new Map(names.map((name) => [name, agent(name)])),
    edges,
    outgoing: (name) => edges.filter((edge) => edge.source === name).map((edge) => edge.target),
    incoming: (name) => edges.filter((edge) => edge.target === name).map((edge) => edge.source),
    edge: (source, target) => edges.find((edge) => edge.source === source && edge.target === target),
  };
}

/** A report that keeps the default contract. */
export function goodReport(words: string): string {
  return `## Report\n### Actions taken\n${words}\n### Conclusions\nAs asked, with every detail that the acceptance criteria wanted to know about.\n### Numbers\n1\n### Retrospective\n- CONSISTENCY: ok\n`;
}

/** What a worker's model does in one invoke: calls of the service as its tools, then its text. */
export type Work = (session: {
  readonly request: SessionRequest;
  readonly caller: Caller;
  readonly delegations: Delegations;
}) => Promise<string> | string;

export interface Bench {
  readonly delegations: Delegations;
  readonly registry: Registry;
  readonly notices: Notices;
  readonly log: DelegationLog;
  readonly clock: SimulatedClock;
  readonly hub: Caller;
  readonly debug: string;
  readonly requests: SessionRequest[];
  readonly rows: { readonly kind: string; readonly type: string; readonly row: JsonObject }[];
  readonly usages: { readonly delegation: string | undefined; readonly usage: Usage }[];
  readonly events: { readonly type: string; readonly data: JsonObject }[];
  readonly commits: string[];
  /** Raw lines of the log's file. */
  lines(): readonly JsonObject[];
}

export function bench(
  options: {
    readonly team?: Team;
    readonly work?: Readonly<Record<string, Work>>;
    readonly arms?: Partial<Arms>;
    readonly maxAwakeNodes?: number;
    readonly sources?: Partial<NoticeSources>;
    readonly directory?: string;
    readonly needs?: Partial<DelegationNeeds>;
    readonly usage?: Usage;
    readonly secrets?: readonly string[];
  } = {},
): Bench {
  const debug = options.directory ?? mkdtempSync(join(tmpdir(), 'delegations-'));
  const clock = simulatedClock();
  const team = options.team ?? teamOf(['hub -> worker', 'hub -> critic', 'worker -> helper']);
  const arms = { ...(Object.fromEntries(featureNames.map((name) => [name, true])) as Arms), ...options.arms };
  const masker = createMasker({}, options.secrets ?? []);
  const log = delegationLog(join(debug, 'delegation_log.jsonl'), masker);
  const registry = registryOf(clock);
  const notices = noticesOf({ entry: team.entry, settings: { arms }, registry, sources: { stop: () => '', ...options.sources } });
  const requests: SessionRequest[] = [];
  const rows: Bench['rows'] = [];
  const usages: Bench['usages'] = [];
  const events: Bench['events'] = [];
  const commits: string[] = [];
  const hub: Caller = { node: team.entry, signal: new AbortController().signal };
  const delegations: Delegations = delegationsOf({
    team,
    settings: { arms, maxAwakeNodes: options.maxAwakeNodes ?? 5, peerMessageWaitMs: 300_000 },
    paths: { debug, delegations: join(debug, 'delegations') },
    clock,
    masker,
    sessions: {
      async invoke(request) {
        requests.push(request);
        const caller: Caller = {
          node: request.agent.name,
          ...(request.delegation === undefined ? {} : { delegation: request.delegation }),
          signal: request.signal,
        };
        const work = options.work?.[request.agent.name] ?? (() => goodReport(`${request.delegation} did it`));
        const usage = options.usage ?? { inputTokens: 10, outputTokens: 2 };
        request.onUsage(usage, 'model-1');
        const text = await work({ request, caller, delegations });
        return { text, usage, rounds: 1, model: 'model-1', over: false };
      },
    },
    log,
    recorder: {
      usage: ({ delegation, usage }) => void usages.push({ delegation, usage }),
      toolError: (row) =>
        void rows.push({ kind: 'error', type: row.errorType, row: { ...row, arguments: row.arguments ?? {} } as unknown as JsonObject }),
      intervention: (row) =>
        void rows.push({ kind: 'intervention', type: row.type, row: { ...row.extra, message: row.message, told: row.told } }),
      diagnostic: (type, _node, row) => void rows.push({ kind: 'diagnostic', type, row }),
      retrospective: (row) =>
        void rows.push({ kind: 'retrospective', type: row.sourceId, row: { text: row.text, version: row.deliverableVersion ?? null } }),
    },
    registry,
    notices,
    budgets: {
      snapshot: () => ({ text: `elapsed ${clock.monotonic()} ms`, data: { elapsed_ms: clock.monotonic() } }),
      cutoff: () => undefined,
      claimEvals: (_id, _node, claimed) => claimed,
    },
    stopping: { refusal: () => undefined },
    tools: () => new Map(),
    systemPrompt: (node) => `You are ${node}.`,
    commit: (id, subject) => {
      commits.push(subject);
      return `sha-${id}-${commits.length}`;
    },
    emit: (type, _node, data) => void events.push({ type, data }),
    ...options.needs,
  });
  const file = join(debug, 'delegation_log.jsonl');
  return {
    delegations,
    registry,
    notices,
    log,
    clock,
    hub,
    debug,
    requests,
    rows,
    usages,
    events,
    commits,
    lines: () =>
      readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as JsonObject),
  };
}

export function order(target: string, more: Partial<Parameters<Delegations['delegate']>[1]> = {}): Parameters<Delegations['delegate']>[1] {
  return {
    target,
    intent: `work for ${target}`,
    expectedReport: '',
    hypothesisIds: [],
    falsificationAttempt: false,
    namespace: null,
    ...more,
  };
}

/** A promise that a test settles. */
export function gate<T = void>(): {
  readonly promise: Promise<T>;
  readonly open: (value: T) => void;
  readonly fail: (error: Error) => void;
} {
  let open = (_value: T): void => {};
  let fail = (_error: Error): void => {};
  const promise = new Promise<T>((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  return { promise, open, fail };
}

/** Lets everything that can go on go on. */
export async function settle(turns = 5): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
}
