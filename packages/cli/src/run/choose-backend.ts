import type { SimulationMode } from '@attractor/engine';
import { UserError } from '../command.ts';
import { suggest } from '../suggest.ts';
import type { Replay } from './recordings.ts';

export interface BackendWishes {
  readonly simulate: boolean;
  readonly dryRun: boolean;
  /** `--record`, or a resumed run that is recorded. */
  readonly record?: boolean;
  /** `--replay RUN`, opened. */
  readonly replay?: Replay | undefined;
  /** `--backend`. */
  readonly backend: string | undefined;
  /** `--script FILE`. */
  readonly script: ScriptFile | undefined;
  /** Graph attribute `script`. */
  readonly graphScript: ScriptFile | undefined;
  /** Names of the backends that exist. */
  readonly known: readonly string[];
}

/** A script of the simulate backend, read and not yet parsed. */
export interface ScriptFile {
  /** Absolute. */
  readonly path: string;
  readonly text: string;
}

export interface BackendChoice {
  readonly mode: SimulationMode;
  readonly services: { readonly default: string; readonly forced?: string };
  readonly script?: ScriptFile;
  readonly record: boolean;
  readonly replay?: Replay;
}

/** What nodes without a choice of their own get when nothing says otherwise: the coding agent (backends.md 1). */
const standard = 'agent';

/**
 * Which backend answers for model nodes (backends.md 1): `--simulate` and `--dry-run` replace every choice; `--script` and graph
 * attribute `script` make `simulate` the default unless `--backend` is given; `--replay` replaces every choice, too. Whether the chosen one exists for each node is preflight's question.
 */
export function chooseBackend(wishes: BackendWishes): BackendChoice {
  const { replay, record = false } = wishes;
  if (replay === undefined) return { ...chooseAnswers(wishes), record };
  const others = { simulate: wishes.simulate, 'dry-run': wishes.dryRun, record, backend: wishes.backend, script: wishes.script };
  const other = Object.entries(others).find(([, given]) => given !== undefined && given !== false)?.[0];
  if (other !== undefined) throw new UserError(`--replay answers for every model node; leave one of --replay and --${other} out`);
  return { mode: 'off', services: { default: 'replay', forced: 'replay' }, record: false, replay };
}

function chooseAnswers(wishes: BackendWishes): Omit<BackendChoice, 'record'> {
  const { backend, script, graphScript, known } = wishes;
  if (backend === 'replay') throw new UserError('--backend replay: name the recorded run with --replay RUN instead');
  if (backend !== undefined && !known.includes(backend)) {
    const near = suggest(backend, known);
    throw new UserError(
      `--backend: there is no backend \`${backend}\`${near === undefined ? '' : `; did you mean ${near}?`} Backends: ${known.join(', ')}.`,
    );
  }
  const scripted = script ?? graphScript;
  const withScript = scripted === undefined ? {} : { script: scripted };
  if (wishes.dryRun) return { mode: 'dry-run', services: { default: 'simulate', forced: 'simulate' }, ...withScript };
  if (wishes.simulate) return { mode: 'simulate', services: { default: 'simulate', forced: 'simulate' }, ...withScript };
  if (backend !== undefined) {
    if (script !== undefined && backend !== 'simulate')
      throw new UserError(`--script is read by the simulate backend, not by ${backend}; leave one of --script and --backend out`);
    return { mode: 'off', services: { default: backend }, ...(backend === 'simulate' ? withScript : {}) };
  }
  if (scripted !== undefined) return { mode: 'off', services: { default: 'simulate' }, script: scripted };
  return { mode: 'off', services: { default: standard } };
}
