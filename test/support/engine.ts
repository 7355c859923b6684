import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createBackendRegistry, parseScript, simulateBackend } from '@attractor/agent';
import { quote, SourceFile } from '@attractor/dot';
import { type RunEvent, type RunResult, type Services, type SimulationMode, startRun, systemClock } from '@attractor/engine';
import { autoApproveInterviewer, createBuiltinRegistry } from '@attractor/handlers';
import { type Graph, nodeFiles, prepare } from '@attractor/pipeline';

const folders: string[] = [];

/** Removes what `place` made; call it after each test file. */
export function removePlaces(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** A folder of its own with `work/` in it, which holds the given files. */
export function place(files: Readonly<Record<string, string>> = {}): { readonly root: string; readonly work: string } {
  const root = mkdtempSync(join(tmpdir(), 'attractor-whole-'));
  folders.push(root);
  const work = join(root, 'work');
  mkdirSync(work);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(work, name)), { recursive: true });
    writeFileSync(join(work, name), text);
  }
  return { root, work };
}

export interface WholeRun {
  readonly result: RunResult;
  readonly graph: Graph;
  readonly services: Services;
  readonly events: readonly RunEvent[];
  readonly root: string;
  readonly work: string;
  readonly directory: string;
  /** A file of the run directory. */
  file(name: string): string;
}

export interface WholeRunOptions {
  readonly at?: { readonly root: string; readonly work: string };
  /** The simulate backend's script: `nodes` of script.json. */
  readonly script?: Readonly<Record<string, unknown>>;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly mode?: SimulationMode;
  readonly services?: Partial<Services>;
  readonly signal?: AbortSignal;
}

export const baseEnvironment: Readonly<Record<string, string>> = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C.UTF-8' };

/** Text to finished run, with the real handlers, clock and disk, and the simulate backend for model nodes. */
export async function runWhole(dot: string, options: WholeRunOptions = {}): Promise<WholeRun> {
  const at = options.at ?? place();
  const parameters = new Map(Object.entries(options.parameters ?? {}));
  const prepared = prepare(new SourceFile('test.dot', dot), {
    file: join(at.work, 'test.dot'),
    files: nodeFiles,
    workingDirectory: at.work,
    parameters,
  });
  const errors = prepared.diagnostics.filter((item) => item.severity === 'error');
  if (errors.length > 0) throw new Error(errors.map((item) => `${item.rule}: ${item.message}`).join('\n'));
  const script = options.script === undefined ? undefined : scriptOf(options.script);
  const events: RunEvent[] = [];
  const directory = join(at.root, 'run');
  const services: Services = {
    handlers: createBuiltinRegistry(script === undefined ? {} : { script }),
    backends: createBackendRegistry([simulateBackend(script)]),
    backend: { default: 'simulate' },
    interviewer: autoApproveInterviewer(),
    clock: systemClock,
    random: Math.random,
    environment: { ...baseEnvironment, ...options.environment },
    sinks: [(event) => void events.push(event)],
    finalizers: [],
    ...options.services,
  };
  const result = await startRun({
    graph: prepared.graph,
    directory,
    workingDirectory: at.work,
    parameters: prepared.parameters,
    mode: options.mode ?? 'off',
    services,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  return { result, graph: prepared.graph, services, events, ...at, directory, file: (name) => readFileSync(join(directory, name), 'utf8') };
}

function scriptOf(nodes: Readonly<Record<string, unknown>>) {
  const parsed = parseScript(JSON.stringify({ nodes }), 'script.json');
  if ('errors' in parsed) throw new Error(parsed.errors.join('\n'));
  return parsed.script;
}

/** A graph in which nodes of the given attributes stand in a row between start and exit. */
export function row(
  nodes: Readonly<Record<string, Readonly<Record<string, string>>>>,
  graph: Readonly<Record<string, string>> = {},
): string {
  const attributes = (of: Readonly<Record<string, string>>) => Object.entries(of).map(([key, value]) => `${quote(key)}=${quote(value)}`);
  return [
    'digraph g {',
    ...attributes(graph).map((line) => `  ${line}`),
    '  start [shape=Mdiamond]\n  exit [shape=Msquare]',
    ...Object.entries(nodes).map(([id, of]) => `  ${quote(id)} [${attributes(of).join(', ')}]`),
    `  ${['start', ...Object.keys(nodes).map((id) => quote(id)), 'exit'].join(' -> ')}`,
    '}',
  ].join('\n');
}

/** A tool node's attributes. */
export function tool(command: string, more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  return { shape: 'parallelogram', tool_command: command, ...more };
}

/** Every file below a folder, relative, sorted. */
export function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}
