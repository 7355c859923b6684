import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBackendRegistry, parseScript, simulateBackend } from '@attractor/agent';
import { decodeSource } from '@attractor/dot';
import {
  type Interviewer,
  type RunEvent,
  type RunLimits,
  type RunResult,
  resumeRun,
  type Services,
  startRun,
  systemClock,
} from '@attractor/engine';
import { autoApproveInterviewer, createBuiltinRegistry, type QueuedAnswer, queueInterviewer } from '@attractor/handlers';
import { nodeFiles, type Prepared, prepare } from '@attractor/pipeline';
import { root } from '../support/attractor.ts';

export interface ExampleOptions {
  readonly parameters?: Readonly<Record<string, string>>;
  /** Another script than the graph's, below examples/. */
  readonly script?: string;
  readonly interviewer?: Interviewer;
  readonly limits?: RunLimits;
}

/** An example in a working directory of its own, which holds nothing but a copy of what belongs to it. */
export interface Example {
  readonly prepared: Prepared;
  readonly work: string;
  run(): Promise<ExampleRun>;
  /** Goes on with the last run. */
  resume(options?: ExampleOptions): Promise<ExampleRun>;
}

export interface ExampleRun {
  readonly result: RunResult;
  readonly events: readonly RunEvent[];
  /** The route without the start node. */
  readonly route: readonly string[];
  /** A file of the run directory. */
  file(name: string): string;
  /** A file of the working directory. */
  written(name: string): string;
}

const folders: string[] = [];

/** Removes the working directories; call it after each test file. */
export function removeExamples(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** `name` is the path below examples/ without `.dot`. */
export function example(name: string, options: ExampleOptions = {}): Example {
  const work = mkdtempSync(join(tmpdir(), 'attractor-example-'));
  folders.push(work);
  const file = join(work, 'examples', `${name}.dot`);
  cpSync(join(root, 'examples', `${name}.dot`), file);
  for (const folder of [name, 'evidence/scripts']) {
    if (existsSync(join(root, 'examples', folder)))
      cpSync(join(root, 'examples', folder), join(work, 'examples', folder), { recursive: true });
  }
  const { source, diagnostics } = decodeSource(`examples/${name}.dot`, readFileSync(file));
  const parameters = new Map(Object.entries(options.parameters ?? {}));
  const prepared = prepare(source, { files: nodeFiles, workingDirectory: work, file, parameters });
  const found = [...diagnostics, ...prepared.diagnostics].filter((item) => item.severity !== 'info');
  if (found.length > 0) throw new Error(found.map((item) => item.message).join('\n'));

  let runs = 0;
  const go = async (how: 'run' | 'resume', chosen: ExampleOptions): Promise<ExampleRun> => {
    if (how === 'run') runs += 1;
    const directory = join(work, '.attractor', 'runs', `run-${runs}`);
    const events: RunEvent[] = [];
    const services = servicesOf(prepared, work, chosen, events);
    const common = { directory, services, graph: prepared.graph, ...(chosen.limits === undefined ? {} : { limits: chosen.limits }) };
    const result =
      how === 'run' ? await startRun({ ...common, workingDirectory: work, parameters: prepared.parameters }) : await resumeRun(common);
    return {
      result,
      events,
      route: result.nodes.slice(1),
      file: (path) => readFileSync(join(directory, path), 'utf8'),
      written: (path) => readFileSync(join(work, path), 'utf8'),
    };
  };
  return { prepared, work, run: () => go('run', options), resume: (more = {}) => go('resume', { ...options, ...more }) };
}

function servicesOf(prepared: Prepared, work: string, options: ExampleOptions, events: RunEvent[]): Services {
  const text = options.script === undefined ? prepared.script?.text : readFileSync(join(work, 'examples', options.script), 'utf8');
  const parsed = text === undefined ? undefined : parseScript(text, 'script.json');
  if (parsed !== undefined && 'errors' in parsed) throw new Error(parsed.errors.join('\n'));
  return {
    handlers: createBuiltinRegistry(),
    // Without a script the simulate backend would make answers up; an example that calls a model brings one.
    backends: createBackendRegistry(parsed === undefined ? [] : [simulateBackend(parsed.script)]),
    backend: { default: 'simulate', forced: 'simulate' },
    interviewer: options.interviewer ?? autoApproveInterviewer(),
    clock: systemClock,
    random: () => 0,
    environment: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C.UTF-8' },
    sinks: [(event) => void events.push(event)],
    finalizers: [],
  };
}

/** The prepared answers beside an example. */
export function answersOf(name: string): Interviewer {
  const answers = JSON.parse(readFileSync(join(root, 'examples', name, 'answers.json'), 'utf8')) as (string | QueuedAnswer)[];
  return queueInterviewer(answers);
}
