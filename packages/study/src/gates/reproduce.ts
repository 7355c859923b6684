import { join } from 'node:path';
import type { Masker } from '@attractor/engine';
import type { StudySettings } from '../config/settings.ts';
import { evaluationStoreIn } from '../store/store.ts';
import { presentDeliverable } from './deliverables.ts';
import type { Host } from './executors/executor.ts';
import { type CheckId, reproductionChecks, timeCeilingMs } from './gate-text.ts';
import { headlineIn, headlineProblem } from './headline.ts';
import { refreshLedgerBlock } from './notebook-ledger.ts';
import { type Execution, runDeliverable } from './run-deliverable.ts';
import { openSandbox, type RunPlaces, restoreLive } from './sandbox.ts';

/** What the gate found (RG-03). */
export type GateResult =
  /** It had nothing to check (RG-11): not passed by merit, and no reason to refuse. */
  | { readonly kind: 'skipped'; readonly reason: string }
  | { readonly kind: 'pass'; readonly detail: string; readonly stdout: string }
  | { readonly kind: 'fail'; readonly check: CheckId; readonly message: string; readonly stdout?: string }
  /** Whoever asked has given up. */
  | { readonly kind: 'interrupted' };

export type GateSettings = Pick<StudySettings, 'arms' | 'deliverable' | 'budgetMs' | 'reproduceTimeoutMs' | 'headlineTolerance'>;

export interface GateOptions {
  readonly settings: GateSettings;
  /** The study folder. */
  readonly study: string;
  /** Absent: no run context, and the gate is skipped (RG-11). */
  readonly places?: RunPlaces | undefined;
  readonly host: Host;
  readonly masker: Masker;
  readonly signal: AbortSignal;
  /** Delegations are at work and may evaluate meanwhile: rows they add to the live store are theirs. Default: no. */
  readonly othersMayAppend?: boolean;
  /** The ledger's status, for the notebook's block (RG-12); absent without a ledger. */
  readonly ledgerStatus?: () => string;
}

/** The reproduction gate: the same for the dry run and the close (RG-14). The live store is as it was afterwards (RG-05). */
export async function reproductionGate(options: GateOptions): Promise<GateResult> {
  const { settings, study, places } = options;
  if (!settings.arms.reproduction_gate) return { kind: 'skipped', reason: 'reproduction_gate is off' };
  const file = presentDeliverable(study, settings);
  if (file === undefined) return { kind: 'skipped', reason: 'there is no deliverable' };
  if (file.endsWith('.ipynb') && options.ledgerStatus !== undefined) refreshLedgerBlock(join(study, file), options.ledgerStatus());
  if (places === undefined) return { kind: 'skipped', reason: 'there is no run' };
  if (evaluationStoreIn(places.store).count() === 0)
    return failed('rows', 'the evaluation store has no rows: nothing has been evaluated yet');
  return checked(options, places, file);
}

async function checked(options: GateOptions, places: RunPlaces, file: string): Promise<GateResult> {
  const { settings, signal } = options;
  const timeoutMs = timeCeilingMs(settings);
  const { sandbox, live } = await openSandbox(places);
  try {
    const [rows, hash] = [sandbox.store.count(), sandbox.store.contentHash()];
    const execution = await runDeliverable({ ...options, file, sandbox, timeoutMs });
    const touched = await restoreLive(places, live, options.othersMayAppend ?? false);
    if (signal.aborted || execution.kind === 'interrupted') return { kind: 'interrupted' };
    const problem = executionFailure(file, execution, timeoutMs);
    if (problem !== undefined || execution.kind !== 'ended') {
      return { kind: 'fail', check: 'run', message: problem ?? file, ...stdoutOf(execution) };
    }
    const { stdout } = execution;
    if (touched)
      return failed('unchanged', `${file} reached the live store past ATTRACTOR_STORE_DIR and changed it; it was put back`, stdout);
    const now = sandbox.store.count();
    if (now !== rows) return failed('lazy', `${file} is NOT lazy: it changed the number of rows (${rows} -> ${now})`, stdout);
    const after = sandbox.store.contentHash();
    if (hash !== '' && after !== '' && hash !== after) return failed('unchanged', `${file} MODIFIED existing rows`, stdout);
    const headline = headlineIn(stdout);
    const disagreement = headlineProblem(headline, settings.headlineTolerance);
    if (disagreement !== undefined) return failed('headline', `${file} contradicts itself: ${disagreement}`, stdout);
    const reproduced = headline.reproduced === undefined ? '' : `, REPRODUCED=${headline.reproduced}`;
    const detail = `reproduced cleanly (${rows} rows, unchanged, 0 new evals, ran in <${timeoutMs / 1000}s${reproduced})`;
    return { kind: 'pass', detail, stdout };
  } finally {
    sandbox.remove();
  }
}

function failed(check: CheckId, what: string, stdout?: string): GateResult {
  return { kind: 'fail', check, message: `${what}. ${adviceFor(check)}`, ...(stdout === undefined ? {} : { stdout }) };
}

function adviceFor(check: CheckId): string {
  return reproductionChecks.find(({ id }) => id === check)?.advice ?? '';
}

/** Why an execution is no clean one (RG-06), with what is needed to find the cause. */
export function executionFailure(file: string, execution: Execution, timeoutMs: number): string | undefined {
  switch (execution.kind) {
    case 'ended':
      return execution.exitCode === 0 ? undefined : `${file} FAILED (exit code ${execution.exitCode})${words(execution)}`;
    case 'killed':
      return `${file} FAILED (ended by ${execution.signal})${words(execution)}`;
    case 'timeout':
      return `${file} did not finish within ${timeoutMs / 1000}s; a reproduction must be lightweight. ${adviceFor('run')}${words(execution)}`;
    case 'impossible':
      return execution.problem;
    case 'interrupted':
      return `${file} was interrupted`;
  }
}

function stdoutOf(execution: Execution): { readonly stdout?: string } {
  return 'stdout' in execution ? { stdout: execution.stdout } : {};
}

function words({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): string {
  const [err, out] = [stderr.slice(-3000).trim(), stdout.slice(-800).trim()];
  return `${err === '' ? '' : `\nstderr:\n${err}`}${out === '' ? '' : `\nstdout:\n${out}`}`;
}

/** What the station `gate.reproduce` answers (RG-15). */
export type ReproduceVerdict =
  | { readonly label: 'pass'; readonly detail: string }
  | { readonly label: 'bounce'; readonly note: string; readonly bounces: number }
  | {
      readonly label: 'failed';
      readonly banner: string;
      readonly outcome: 'FAILED';
      readonly termination: 'done';
      readonly reviewed: false;
    };

/** A failure goes back to the hub at most `maxBounces` times, from the second on with the advice to debug; the next one closes FAILED. */
export function reproduceVerdict(
  result: Exclude<GateResult, { readonly kind: 'interrupted' }>,
  { bounces, maxBounces }: { readonly bounces: number; readonly maxBounces: number },
): ReproduceVerdict {
  if (result.kind === 'pass') return { label: 'pass', detail: result.detail };
  if (result.kind === 'skipped') return { label: 'pass', detail: `not checked: ${result.reason}` };
  if (bounces >= maxBounces) {
    const banner = `FAILED: the deliverable did not reproduce in ${bounces + 1} attempts; no critic has seen it. Last failure: ${result.message}`;
    return { label: 'failed', banner, outcome: 'FAILED', termination: 'done', reviewed: false };
  }
  const attempt = bounces + 1;
  const debug =
    attempt < 2
      ? ''
      : '\nThis is not the first refusal: find the cause before the next attempt. Execute the deliverable with RunDeliverable(gate=true), read its output, and delegate debugging if somebody can do it.';
  const note = `The reproduction gate refused the close (${attempt}/${maxBounces}): ${result.message}${debug}\nCall Done again when it passes.`;
  return { label: 'bounce', note, bounces: attempt };
}
