import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, SourceFile } from '@attractor/dot';
import {
  fail,
  type Handler,
  type Invocation,
  type Outcome,
  type Parked,
  type ResumeOptions,
  type RunEvent,
  type RunResult,
  resumeRun,
  type Services,
  type StartOptions,
  startRun,
  success,
} from '@attractor/engine';
import { buildGraph, type Graph } from '@attractor/pipeline';
import { simulatedClock } from '@attractor/testing';

export type Work = (invocation: Invocation, call: number) => Outcome | Parked | Promise<Outcome | Parked>;

/** Reads a pipeline; a finding of severity error fails the test. */
export function graphOf(text: string): Graph {
  const tree = parse(new SourceFile('test.dot', text));
  const { graph, diagnostics } = buildGraph(tree);
  const errors = [...tree.diagnostics, ...diagnostics].filter((finding) => finding.severity === 'error');
  if (errors.length > 0) throw new Error(errors.map((error) => error.message).join('\n'));
  return graph;
}

export interface Scene {
  readonly root: string;
  readonly directory: string;
  readonly work: string;
  readonly events: RunEvent[];
  readonly calls: Map<string, number>;
  readonly services: Services;
}

/** Services whose handlers are given per node id; a node without one succeeds explicitly. Every sleep is over at once. */
export function scene(works: Readonly<Record<string, Work>> = {}, overrides: Partial<Services> = {}): Scene {
  const root = mkdtempSync(join(tmpdir(), 'attractor-engine-'));
  const work = join(root, 'work');
  mkdirSync(work);
  const events: RunEvent[] = [];
  const calls = new Map<string, number>();
  const handler: Handler = {
    async execute(invocation) {
      const { id } = invocation.node;
      const call = (calls.get(id) ?? 0) + 1;
      calls.set(id, call);
      return works[id]?.(invocation, call) ?? success(true);
    },
  };
  const services: Services = {
    handlers: { register: () => {}, resolve: () => handler },
    backends: { register: () => {}, get: () => undefined, names: () => [] },
    backend: { default: 'none' },
    interviewer: { parks: true, ask: () => Promise.resolve({ kind: 'skipped' }), inform: () => {} },
    clock: simulatedClock({ auto: true }),
    random: () => 0.5,
    environment: {},
    sinks: [(event) => void events.push(event)],
    finalizers: [],
    ...overrides,
  };
  return { root, directory: join(root, 'run'), work, events, calls, services };
}

export function start(graph: Graph, at: Scene, options: Partial<StartOptions> = {}): Promise<RunResult> {
  return startRun({ graph, directory: at.directory, services: at.services, workingDirectory: at.work, parameters: new Map(), ...options });
}

export function resume(graph: Graph, at: Scene, options: Partial<ResumeOptions> = {}): Promise<RunResult> {
  return resumeRun({ graph, directory: at.directory, services: at.services, ...options });
}

/** Outcomes in the order of calls; the last one repeats. */
export function sequence(...outcomes: readonly Outcome[]): Work {
  return (_, call) => outcomes[Math.min(call, outcomes.length) - 1] ?? success(true);
}

export function failing(reason: string): Work {
  return () => fail('deterministic', reason, { isExplicit: true });
}

/** A value, and on the way to it something to be done. */
export function doing<T>(what: () => unknown, value: T): T {
  what();
  return value;
}
