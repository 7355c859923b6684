import { resolve } from 'node:path';
import type { ModelDefaults, parseScript, replayBackend, Script } from '@attractor/agent';
import type { BackendRegistry, CodergenBackend, Interviewer, RunEvent, Services } from '@attractor/engine';
import type { PriceTable } from '@attractor/llm';
import type { Graph } from '@attractor/pipeline';
import { UserError } from '../command.ts';
import { readInputText } from '../sources/read-input.ts';
import { nameFrom } from '../sources/read-source.ts';
import type { Io } from '../terminal/io.ts';
import type { BackendChoice, ScriptFile } from './choose-backend.ts';
import { readFailure } from './parameters.ts';
import { readPrices } from './prices.ts';
import type { Replay } from './recordings.ts';

export interface ServiceOptions {
  readonly answerers: Answerers;
  readonly backend: Services['backend'];
  readonly interviewer: Interviewer;
  readonly sink: (event: RunEvent) => void;
}

/** What answers for model nodes, and under `--dry-run` for commands. */
export interface Answerers {
  readonly backends: BackendRegistry;
  /** The backends as the run calls them: recorded under `--record`. */
  readonly called: BackendRegistry;
  readonly script: Script | undefined;
  /** By which model calls are counted. */
  readonly prices: PriceTable;
}

/** The backends of this process; a new one is a line here. */
export async function makeBackends(
  choice: Pick<BackendChoice, 'script' | 'record' | 'replay'>,
  defaults: ModelDefaults,
  io: Io,
  /** Agents of a study, whose script entries make calls. */
  agents: ReadonlySet<string> = new Set(),
): Promise<Answerers> {
  const { script: file, record, replay } = choice;
  const agent = await import('@attractor/agent');
  const { agentBackend, commandAgentBackend, commandAgents, createBackendRegistry, llmBackend, simulateBackend } = agent;
  const recording = record ? agent.recordRun() : undefined;
  const script = file === undefined ? undefined : readScript(agent.parseScript(file.text, nameFrom(file.path, io.cwd), { agents }));
  const prices = await readPrices(io);
  const models = { environment: io.environment, defaults, prices, ...(recording === undefined ? {} : { recording }) };
  const vendors = commandAgents.map((each) => commandAgentBackend(each, { environment: io.environment, defaults }));
  const backends = [
    simulateBackend(script),
    llmBackend(models),
    agentBackend(models),
    ...vendors,
    ...replaying(agent.replayBackend, replay, prices),
  ];
  const registry = createBackendRegistry(backends);
  const called = recording === undefined ? registry : createBackendRegistry(backends.map((backend) => recording.backend(backend)));
  return { backends: registry, called, script, prices };
}

/** The backend `replay` is there when a recording is. */
function replaying(make: typeof replayBackend, replay: Replay | undefined, prices: PriceTable): CodergenBackend[] {
  if (replay === undefined) return [];
  return [make({ recording: replay.recording, prices, onProblem: (finding) => void replay.findings.push(finding) })];
}

type ScriptReading = ReturnType<typeof parseScript>;

function readScript(parsed: ScriptReading): Script {
  if ('errors' in parsed) throw new UserError(`the script cannot be used:\n${parsed.errors.join('\n')}`);
  return parsed.script;
}

/** Reads `--script FILE`. */
export function readScriptFile(file: string, io: Io): ScriptFile {
  const path = resolve(io.cwd, file);
  try {
    return { path, text: readInputText(path) };
  } catch (error) {
    throw new UserError(`--script: cannot read ${file}: ${readFailure(error)}`);
  }
}

/** Everything the engine needs from outside (engine.md 15). */
export async function makeServices(options: ServiceOptions, io: Io): Promise<Services> {
  const [{ systemClock }, { createBuiltinRegistry }] = await Promise.all([import('@attractor/engine'), import('@attractor/handlers')]);
  const { called, script } = options.answerers;
  return {
    handlers: createBuiltinRegistry(script === undefined ? {} : { script }),
    backends: called,
    backend: options.backend,
    interviewer: options.interviewer,
    clock: systemClock,
    random: Math.random,
    environment: io.environment,
    sinks: [options.sink],
    finalizers: [],
  };
}

/**
 * Nodes of a built-in type that nobody runs: the handler registry would give them to the default handler, that is to a
 * model, and a person's gate must never be answered by one. The engine itself runs components.
 */
export async function unservedNodes(graph: Graph): Promise<string[]> {
  const [{ createBuiltinRegistry }, { knownType, roleOf }] = await Promise.all([
    import('@attractor/handlers'),
    import('@attractor/pipeline'),
  ]);
  const registry = createBuiltinRegistry();
  const fallback = registry.resolve('no type has a blank in its name');
  return [...graph.nodes.values()]
    .filter((node) => knownType(node.type) !== undefined && roleOf(node) !== 'component' && registry.resolve(node.type) === fallback)
    .map((node) => `${node.id} (${node.type})`);
}
