import { dirname, isAbsolute, join, resolve } from 'node:path';
import { createMasker, findRun, type JsonObject, StoreError, systemClock } from '@attractor/engine';
import { evaluationDoorOf } from './evaluation-door.ts';
import type { Evaluation } from './evaluation-store.ts';
import { oracleOf } from './oracle.ts';
import { inputProblem, isObject } from './row.ts';
import { readRunConfig } from './run-config.ts';
import { evaluationStoreIn } from './store.ts';

/** What a command of the shell came to: the text of its answer, and its exit code. */
export interface ShellAnswer {
  readonly exitCode: 0 | 1 | 2;
  readonly stdout: string;
  readonly stderr: string;
}

export interface EvaluateFromShell {
  /** The input, as JSON. */
  readonly input: string;
  /** As for `--run`: directory, id, beginning of one, `latest`. Absent: what the environment says (ES-04), else `latest`. */
  readonly run?: string;
  readonly namespace?: string | null;
  /** Where runs are looked for: the study folder. */
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** Store, config and study of a run, wherever it says they are. */
export interface StudyPlace {
  readonly run: string;
  readonly store: string;
  readonly runConfig: string;
  readonly study: string;
  readonly config: JsonObject;
}

/**
 * `attractor study eval [--run RUN] JSON`: the function behind the tool Evaluate (ES-03). In a deliverable's environment it works on
 * the store that the environment names, which in the gate's sandbox is the copy (ES-04). `ATTRACTOR_DELEGATION_ID` stamps the row.
 */
export async function evaluateFromShell(options: EvaluateFromShell): Promise<ShellAnswer> {
  const input = inputOf(options.input);
  if (typeof input === 'string') return refused(input);
  const place = studyPlace(options);
  if (typeof place === 'string') return refused(place);
  const environment = definedOnly(options.environment);
  const masker = createMasker(options.environment, []);
  const door = evaluationDoorOf({
    store: evaluationStoreIn(place.store),
    runConfig: place.runConfig,
    oracle: oracleOf({ study: place.study, environment, masker, scratch: join(dirname(place.runConfig), 'evaluations') }),
    masker,
    clock: systemClock,
  });
  const delegation = environment['ATTRACTOR_DELEGATION_ID'];
  const stamp = delegation === undefined || delegation === '' ? {} : { delegation };
  return answerOf(await door.evaluate(input, { namespace: options.namespace ?? null, signal: options.signal, ...stamp }));
}

function answerOf(answer: Evaluation): ShellAnswer {
  switch (answer.kind) {
    case 'output':
      return { exitCode: 0, stdout: `${JSON.stringify(answer.output)}\n`, stderr: '' };
    case 'failed':
      return { exitCode: 1, stdout: '', stderr: `FAILED: ${answer.message}\n` };
    case 'no_oracle':
      return refused(answer.message);
  }
}

function refused(problem: string): ShellAnswer {
  return { exitCode: 2, stdout: '', stderr: `ERROR: ${problem}\n` };
}

function inputOf(text: string): JsonObject | string {
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return 'the input must be one JSON object, e.g. \'{"x": 3}\'';
    return inputProblem(value) ?? value;
  } catch (error) {
    return `the input is no JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Where a command works: on the run that it names, else where the environment of a deliverable leads, else on the latest run (ES-04). */
export function studyPlace(options: Pick<EvaluateFromShell, 'run' | 'cwd' | 'environment'>): StudyPlace | string {
  const { run, cwd, environment } = options;
  const { ATTRACTOR_STORE_DIR: store, ATTRACTOR_RUN_CONFIG: runConfig } = environment;
  if (run === undefined && store && runConfig) {
    return placeOf(environment['ATTRACTOR_RUN_DIR'] || dirname(dirname(runConfig)), store, runConfig, cwd);
  }
  try {
    const directory = findRun(run ?? 'latest', cwd);
    return placeOf(directory, join(directory, 'experiment_data'), join(directory, 'debug', 'run_config.json'), cwd);
  } catch (error) {
    if (error instanceof StoreError) return error.message;
    throw error;
  }
}

function placeOf(run: string, store: string, runConfig: string, cwd: string): StudyPlace | string {
  const config = readRunConfig(runConfig);
  if (config === undefined) return `${run} is no run of a study: there is no readable ${runConfig}`;
  const study = config['study_dir'];
  const folder = typeof study === 'string' && isAbsolute(study) ? study : resolve(cwd);
  return { run, store, runConfig, study: folder, config };
}

/** The environment without what is not set. */
export function definedOnly(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
