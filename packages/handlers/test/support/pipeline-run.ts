import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createBackendRegistry, parseScript, simulateBackend } from '@attractor/agent';
import { SourceFile } from '@attractor/dot';
import {
  type Clock,
  type ResumeOptions,
  type RunEvent,
  type RunResult,
  readCheckpoint,
  readEvents,
  readTrace,
  resumeRun,
  type Services,
  type StartOptions,
  startRun,
  systemClock,
} from '@attractor/engine';
import { nodeFiles, type Prepared, prepare } from '@attractor/pipeline';
import { testServices } from '@attractor/testing';
import { autoApproveInterviewer, createBuiltinRegistry } from '../../src/index.ts';

const folders: string[] = [];

export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** A folder with pipelines and other files; `main.dot` is the root. */
export interface Place {
  readonly root: string;
  readonly main: string;
}

export function place(files: Readonly<Record<string, string>>): Place {
  const root = mkdtempSync(join(tmpdir(), 'children-'));
  folders.push(root);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return { root, main: join(root, 'main.dot') };
}

export interface RunSpec extends Partial<Omit<StartOptions, 'services' | 'graph' | 'directory'>> {
  readonly at: Place;
  /** `nodes` of the simulate backend's script. */
  readonly script?: Readonly<Record<string, readonly unknown[]>>;
  readonly services?: Partial<Services>;
  readonly directory?: string;
}

function load({ at, parameters = new Map() }: Pick<RunSpec, 'at' | 'parameters'>): Prepared {
  const source = new SourceFile(at.main, readFileSync(at.main, 'utf8'));
  const prepared = prepare(source, { file: at.main, files: nodeFiles, workingDirectory: at.root, parameters });
  const errors = prepared.diagnostics.filter((item) => item.severity === 'error');
  if (errors.length > 0) throw new Error(errors.map((item) => `${item.rule}: ${item.message}`).join('\n'));
  return prepared;
}

function servicesOf({ script = {}, services = {} }: Pick<RunSpec, 'script' | 'services'>, events: RunEvent[]): Services {
  const parsed = parseScript(JSON.stringify({ nodes: script }), 'script.json');
  if ('errors' in parsed) throw new Error(parsed.errors.join('\n'));
  return testServices({
    handlers: createBuiltinRegistry({ script: parsed.script }),
    backends: createBackendRegistry([simulateBackend(parsed.script)]),
    backend: { default: 'simulate' },
    interviewer: autoApproveInterviewer(),
    clock: systemClock,
    sinks: [(event) => void events.push(event)],
    ...services,
  });
}

export interface Ran {
  readonly result: RunResult;
  readonly directory: string;
  readonly events: readonly RunEvent[];
  /** The root's context at the end. */
  readonly context: Readonly<Record<string, unknown>>;
  /** `branch/node` of the trace lines. */
  readonly trail: readonly string[];
  file(name: string): string;
}

export async function run(spec: RunSpec): Promise<Ran> {
  const events: RunEvent[] = [];
  const { at, script: _, services: _services, ...options } = spec;
  const directory = spec.directory ?? join(at.root, 'run');
  const { graph, parameters } = load(spec);
  const result = await startRun({
    workingDirectory: at.root,
    ...options,
    parameters,
    directory,
    graph,
    services: servicesOf(spec, events),
  });
  return ran(result, directory, events);
}

export async function resume(spec: RunSpec & Partial<Omit<ResumeOptions, 'services'>>): Promise<Ran> {
  const events: RunEvent[] = [];
  const directory = spec.directory ?? join(spec.at.root, 'run');
  const { limits, signal, onChangedGraph } = spec;
  const result = await resumeRun({
    directory,
    graph: load(spec).graph,
    services: servicesOf(spec, events),
    ...(limits === undefined ? {} : { limits }),
    ...(signal === undefined ? {} : { signal }),
    ...(onChangedGraph === undefined ? {} : { onChangedGraph }),
    ...(spec.parameters === undefined ? {} : { parameters: spec.parameters }),
  });
  return ran(result, directory, events);
}

function ran(result: RunResult, directory: string, events: readonly RunEvent[]): Ran {
  return {
    result,
    directory,
    events,
    context: readCheckpoint(directory)['context'] as Record<string, unknown>,
    trail: readTrace(directory).map((line) => (line.branch === '' ? line.node_id : `${line.branch}/${line.node_id}`)),
    file: (name) => readFileSync(join(directory, name), 'utf8'),
  };
}

/** What an undisturbed run and one that was killed must agree on (engine.md 14). */
export function essence(one: Ran): object {
  const { status, reason, usage, handled } = one.result;
  const files = readdirSync(one.directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('status.json'))
    .sort();
  const terminal = readEvents(one.directory).filter((event) =>
    /^pipeline\.(completed|failed|halted|parked|cancelled)$/.test(event.type),
  ).length;
  return { status, reason, usage, handled, context: timeless(one.context), trail: one.trail, files, terminal };
}

/** Durations differ between any two runs. */
function timeless(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, item: unknown) => (key === 'duration_ms' ? 0 : item)));
}

/**
 * Kills a run at every point between two of its writes, as kill -9 would: the folder is copied as it stands each time
 * the engine looks at the clock, which it does before each journal record and event. Copies are then resumed: every
 * seventh, or as KILL_STRIDE says (1 for every one).
 */
export async function killEverywhere(
  files: Readonly<Record<string, string>>,
  spec: Omit<RunSpec, 'at'>,
): Promise<{ readonly whole: Ran; readonly resumed: readonly Ran[] }> {
  const at = place(files);
  const copies: string[] = [];
  const rest = mkdtempSync(join(tmpdir(), 'killed-'));
  folders.push(rest);
  const directory = join(at.root, 'run');
  const stride = Number(process.env['KILL_STRIDE'] ?? 7);
  let points = 0;
  let last = '';
  const clock: Clock = {
    ...systemClock,
    now() {
      const sizes = logSizes(directory);
      if (sizes !== last && points++ % stride === 0) {
        const copy = join(rest, String(copies.length));
        cpSync(at.root, copy, { recursive: true });
        for (const name of readdirSync(copy, { recursive: true, encoding: 'utf8' }))
          if (basename(name) === 'lock') rmSync(join(copy, name), { recursive: true, force: true });
        copies.push(copy);
      }
      last = sizes;
      return systemClock.now();
    },
  };
  const whole = await run({ ...spec, at, services: { ...spec.services, clock } });
  const resumed: Ran[] = [];
  for (const root of copies) {
    const begun = safeRead(join(root, 'run', 'journal.jsonl')).includes('"begin"');
    if (!begun) continue;
    // The graph's file has another path here, and so would its children; the copy takes the place of the original.
    rmSync(at.root, { recursive: true });
    cpSync(root, at.root, { recursive: true });
    resumed.push(await resume({ ...spec, at }));
  }
  return { whole, resumed };
}

/** Sizes of the logs, or nothing while there are none: two equal ones have the same run between them. */
function logSizes(directory: string): string {
  try {
    return readdirSync(directory, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => `${name}:${readFileSync(join(directory, name)).length}`)
      .sort()
      .join();
  } catch {
    return '';
  }
}

function safeRead(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
