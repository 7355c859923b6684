import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  AgentEventData,
  BackendRegistry,
  CodergenBackend,
  ContextView,
  Handler,
  HandlerRegistry,
  Invocation,
  JsonObject,
  NodeDirectory,
  Services,
} from '@attractor/engine';
import { type GraphSpec, type NodeSpec, testGraph } from './graph.ts';
import { memoryNotes } from './handler-memory.ts';
import { queueInterviewer } from './interviewers.ts';
import { simulatedClock } from './simulated-clock.ts';

export interface InvocationSpec
  extends Partial<Omit<Invocation, 'node' | 'graph' | 'context' | 'services' | 'directory' | 'runDirectory'>> {
  readonly node: NodeSpec;
  /** The graph around the node; the node itself is added when it is not among its nodes. */
  readonly graph?: GraphSpec;
  /** Keys and values of the context. */
  readonly context?: JsonObject;
  readonly services?: Partial<Services>;
  readonly backends?: readonly CodergenBackend[];
}

export type TestInvocation = Invocation & {
  /** What the handler emitted, in order. */
  readonly events: readonly AgentEventData[];
  /** The temporary folder that holds `work/` and the node folder. */
  readonly root: string;
};

/** An invocation for tests of one handler: a temporary folder, a simulated clock whose sleeps are over at once, no run behind it. */
export function invocation(spec: InvocationSpec): TestInvocation {
  const { node: nodeSpec, graph: graphSpec, context, services, backends, ...rest } = spec;
  const nodes = graphSpec?.nodes ?? [];
  const graph = testGraph({ ...graphSpec, nodes: nodes.some((node) => node.id === nodeSpec.id) ? nodes : [...nodes, nodeSpec] });
  const node = graph.nodes.get(nodeSpec.id);
  if (node === undefined) throw new Error('unreachable: the node was just added');
  const root = mkdtempSync(join(tmpdir(), 'attractor-test-'));
  const workingDirectory = join(root, 'work');
  mkdirSync(workingDirectory);
  const events: AgentEventData[] = [];
  return {
    visit: 1,
    attempt: 1,
    iteration: 0,
    branch: '',
    runId: 'test-run',
    resumed: false,
    workingDirectory,
    signal: new AbortController().signal,
    mode: 'off',
    history: [],
    frameSteps: rest.history?.length ?? 0,
    parameters: new Map(),
    hasRun: () => false,
    scriptCalls: () => 0,
    memory: memoryNotes(),
    emit: (event) => void events.push(event),
    begunChild: () => undefined,
    runChild: () => Promise.reject(new Error('this test has no child runs')),
    ...rest,
    graph,
    lineage: rest.lineage ?? [graph],
    node,
    context: contextView(context ?? {}),
    runDirectory: join(root, 'run'),
    directory: nodeDirectory(join(root, 'run', node.id)),
    services: testServices({ ...services, ...(backends === undefined ? {} : { backends: backendRegistry(backends) }) }),
    events,
    root,
  };
}

/** Services without anything registered; give what the test needs. */
export function testServices(given: Partial<Services> = {}): Services {
  return {
    handlers: handlerRegistry(),
    backends: backendRegistry([]),
    backend: { default: 'scripted' },
    interviewer: queueInterviewer([]),
    clock: simulatedClock({ auto: true }),
    random: () => 0.5,
    environment: { PATH: process.env['PATH'] },
    sinks: [],
    finalizers: [],
    ...given,
  };
}

export function contextView(values: JsonObject): ContextView {
  const map = new Map(Object.entries(values));
  return { get: (key) => map.get(key), has: (key) => map.has(key), keys: () => map.keys() };
}

function nodeDirectory(path: string): NodeDirectory {
  const ensure = (): string => {
    mkdirSync(path, { recursive: true });
    return path;
  };
  return { path, ensure, write: (name, content) => writeFileSync(join(ensure(), name), content, { mode: 0o600 }) };
}

function handlerRegistry(): HandlerRegistry {
  const handlers = new Map<string, Handler>();
  return {
    register: (type, handler) => void handlers.set(type, handler),
    resolve(type) {
      const handler = handlers.get(type);
      if (handler === undefined) throw new Error(`no handler for '${type}' in this test`);
      return handler;
    },
  };
}

function backendRegistry(backends: readonly CodergenBackend[]): BackendRegistry {
  const byName = new Map(backends.map((backend) => [backend.name, backend]));
  return { register: (name, backend) => void byName.set(name, backend), get: (name) => byName.get(name), names: () => [...byName.keys()] };
}
