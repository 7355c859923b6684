import { randomBytes } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type JsonObject, type Masker, makeFolders } from '@attractor/engine';
import { type CommandResult, runCommand, shellOf } from '@attractor/handlers';
import type { EvaluationSource } from './evaluation-source.ts';
import { type LookupTable, readLookup } from './lookup.ts';
import { isObject } from './row.ts';

export type OracleAnswer = { readonly ok: true; readonly output: JsonObject } | { readonly ok: false; readonly error: string };

/** Asks a source for one input; expected failures are answers. */
export type Oracle = (source: EvaluationSource, input: JsonObject, signal: AbortSignal) => Promise<OracleAnswer>;

export interface OracleOptions {
  /** The study folder: where an entrypoint works and relative paths begin. */
  readonly study: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly masker: Masker;
  /** Folder for what a command prints while it runs; nothing stays in it. */
  readonly scratch: string;
}

/** An oracle by command or by table (ES-02). */
export function oracleOf(options: OracleOptions): Oracle {
  const tables = new Map<string, KnownTable>();
  return async (source, input, signal) => {
    const answer =
      source.kind === 'entrypoint'
        ? await asked(options, source, input, signal)
        : found(tables, resolve(options.study, source.file), input);
    const missing = answer.ok ? source.outputs.filter((name) => answer.output[name] === undefined) : [];
    return missing.length === 0
      ? answer
      : { ok: false, error: `the oracle's output lacks ${missing.join(', ')}, which its registration names` };
  };
}

interface KnownTable {
  readonly version: string;
  readonly table: LookupTable | string;
}

/** A table is read again when its file has changed. */
function found(tables: Map<string, KnownTable>, file: string, input: JsonObject): OracleAnswer {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  const version = `${stat?.ino} ${stat?.size} ${stat?.mtimeNs}`;
  const before = tables.get(file);
  const known = before?.version === version ? before : { version, table: readLookup(file) };
  tables.set(file, known);
  if (typeof known.table === 'string') return { ok: false, error: known.table };
  const output = known.table.output(input);
  return output === undefined ? { ok: false, error: 'the lookup table has no row for this input' } : { ok: true, output };
}

type Entrypoint = Extract<EvaluationSource, { readonly kind: 'entrypoint' }>;

async function asked(options: OracleOptions, source: Entrypoint, input: JsonObject, signal: AbortSignal): Promise<OracleAnswer> {
  const { study, environment, masker, scratch } = options;
  const id = randomBytes(8).toString('hex');
  const folder = join(scratch, `evaluation-${id}`);
  makeFolders(folder);
  try {
    const result = await runCommand({
      shell: shellOf(undefined, environment),
      command: source.command,
      workingDirectory: study,
      environment: { ...environment, ATTRACTOR_COMMAND: id },
      marker: `ATTRACTOR_COMMAND=${id}`,
      folder,
      signal: AbortSignal.any([signal, AbortSignal.timeout(source.timeoutMs)]),
      input: `${JSON.stringify(input)}\n`,
      mask: () => masker.stream(),
    });
    return answerOf(result, source, signal);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function answerOf(result: CommandResult, source: Entrypoint, signal: AbortSignal): OracleAnswer {
  const problem = problemOf(result, source, signal);
  if (problem !== undefined || result.kind !== 'ended') return { ok: false, error: problem ?? 'it did not end' };
  const line = result.stdout.lastLine;
  try {
    const output: unknown = JSON.parse(line);
    if (isObject(output)) return { ok: true, output };
  } catch {
    // Told below.
  }
  const printed = line === '' ? 'nothing was printed' : `it is ${line.slice(0, 200)}`;
  return { ok: false, error: `the last line of the oracle's stdout must be one JSON object; ${printed}` };
}

function problemOf(result: CommandResult, { command, timeoutMs }: Entrypoint, signal: AbortSignal): string | undefined {
  if (result.kind === 'not-started') return `\`${command}\` could not be started: ${result.problem}`;
  const words = (result.stderr.text.trim() === '' ? result.stdout.text : result.stderr.text).slice(-1000).trim();
  const said = words === '' ? '' : `: ${words}`;
  if (result.kind === 'aborted') {
    return signal.aborted ? 'the evaluation was interrupted' : `the oracle did not answer within ${timeoutMs / 1000} s${said}`;
  }
  if (result.kind === 'killed') return `the oracle was ended by ${result.signal}${said}`;
  return result.exitCode === 0 ? undefined : `the oracle ended with exit code ${result.exitCode}${said}`;
}
