import type { RunEvent, RunResult } from '@attractor/engine';
import type { Io } from '../terminal/io.ts';
import { jsonLine, manyLines, oneLine } from '../terminal/sanitize.ts';
import { type Progress, progress } from '../view/progress.ts';
import { countEvent, newTotals, totalOf } from '../view/totals.ts';
import { exitCodeOf, finalText, modeText, resultLine, runReference } from './finish.ts';
import type { KnownResult } from './known-result.ts';
import { cancelOnSignals } from './signals.ts';

export interface Execution {
  /** The graph's name, for the last lines. */
  readonly name: string;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly directory: string;
  readonly mode: string;
  start(sink: (event: RunEvent) => void, signal: AbortSignal, view: Progress): Promise<RunResult>;
}

/** Runs with a view, signals and the last lines of files.md 5; returns the exit code. Refusals and storage failures end here, too. */
export async function execute(execution: Execution, io: Io): Promise<number> {
  const view = progress(io, execution.quiet);
  const cancellation = cancelOnSignals(io, (text) => view.line(text));
  const title = [runReference(execution.directory, io.cwd), ...modeText(execution.mode)].join('  ');
  view.line(`${io.stderrStyle.bold(oneLine(execution.name))}  ${io.stderrStyle.dim(title)}`);
  let begun = false;
  const { knownResult } = await import('./known-result.ts');
  const known = knownResult(execution.directory);
  const totals = newTotals();
  const sink = (event: RunEvent): void => {
    countEvent(totals, event);
    if (event.type === 'node.started') begun = true;
    known.event(event);
    if (execution.json) io.out(jsonLine(event));
    view.event(event);
  };
  try {
    const result = await execution.start(sink, cancellation.signal, view);
    view.stop();
    if (!execution.quiet) for (const line of finalText(result, { ...execution, unpriced: totalOf(totals).unpriced }, io)) io.err(line);
    if (!execution.json) io.out(resultLine(result));
    return exitCodeOf(result.status, cancellation.exitCode());
  } catch (error) {
    view.stop();
    return failed(error, begun, known, execution, io);
  } finally {
    view.stop();
    cancellation.dispose();
  }
}

/** `RunRefused` and `StoreError` say what is wrong themselves; before the first node they are refusals, later failures. */
function failed(error: unknown, begun: boolean, known: KnownResult, execution: Execution, io: Io): number {
  const expected = error instanceof Error && (error.name === 'RunRefused' || error.name === 'StoreError');
  const message = error instanceof Error ? error.message : String(error);
  const reason = expected ? message : `unexpected: ${message}`;
  if (expected) io.err(`${io.stderrStyle.red('error:')} ${manyLines(message)}`);
  if (!begun) {
    if (expected || !execution.json) io.out(jsonLine({ status: 'refused', reason }));
    if (!expected) throw error;
    return 2;
  }
  const result = known.result(reason);
  if (!execution.quiet) for (const line of finalText(result, execution, io)) io.err(line);
  if (!execution.json) io.out(resultLine(result));
  if (!expected) throw error;
  return 1;
}
