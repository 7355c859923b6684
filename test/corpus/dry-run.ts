import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBackendRegistry, simulateBackend } from '@attractor/agent';
import { SourceFile } from '@attractor/dot';
import { type RunEvent, type RunResult, type Services, startRun, systemClock } from '@attractor/engine';
import { autoApproveInterviewer, createBuiltinRegistry } from '@attractor/handlers';
import { declaredParameters, type FileAccess, nodeFiles, type Prepared, prepare } from '@attractor/pipeline';
import { corpusFolder } from '../../packages/dot/test/corpus.ts';

export interface DryRun {
  /** Rules of the ERRORs that keep a file from running; empty when it ran. */
  readonly errors: readonly string[];
  readonly result?: RunResult;
  readonly events: readonly RunEvent[];
  /** Files that the run left in its working directory. */
  readonly directory: string;
}

/** The corpus is flat: prompt files, schemas and scripts beside the graphs are taken as present, child graphs are not. */
const files: FileAccess = {
  readText: (file) => nodeFiles.readText(file) ?? (file.endsWith('.dot') ? undefined : 'text'),
  exists: (file) => nodeFiles.exists(file) || !file.endsWith('.dot'),
};

/** Prepares a file of the corpus as `attractor run` does, with a dummy value for each required parameter. */
function prepareCorpusFile(name: string, workingDirectory: string): Prepared {
  const file = join(corpusFolder, name);
  const source = new SourceFile(name, readFileSync(file, 'utf8'));
  const open = prepare(source, { file, files, workingDirectory });
  const required = declaredParameters(open.graph).filter((parameter) => parameter.required);
  const parameters = new Map(required.map((parameter) => [parameter.name, 'value']));
  return prepare(source, { file, files, workingDirectory, parameters });
}

/** Runs a file of the corpus dry, in this process: no model is called, no command is run (files.md 5). */
export async function dryRun(name: string, timeoutMs: number): Promise<DryRun> {
  const root = mkdtempSync(join(tmpdir(), 'attractor-corpus-'));
  const events: RunEvent[] = [];
  try {
    const prepared = prepareCorpusFile(name, root);
    const errors = prepared.diagnostics.filter((item) => item.severity === 'error').map((item) => item.rule);
    if (errors.length > 0) return { errors: [...new Set(errors)], events, directory: root };
    const services: Services = {
      handlers: createBuiltinRegistry(),
      backends: createBackendRegistry([simulateBackend()]),
      backend: { default: 'simulate', forced: 'simulate' },
      interviewer: autoApproveInterviewer(),
      clock: systemClock,
      random: () => 0.5,
      environment: { PATH: process.env['PATH'] },
      sinks: [(event) => void events.push(event)],
      finalizers: [],
    };
    const result = await startRun({
      graph: prepared.graph,
      directory: join(root, 'run'),
      workingDirectory: root,
      parameters: prepared.parameters,
      mode: 'dry-run',
      services,
      limits: { timeoutMs },
    });
    return { errors: [], result, events, directory: root };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
