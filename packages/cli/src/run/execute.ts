import type { RunEvent, RunResult } from '@attractor/engine';
import type { Io } from '../terminal/io.ts';
import { jsonLine, manyLines, oneLine } from '../terminal/sanitize.ts';
import { type Progress, progress } from '../view/progress.ts';
import { exitCodeOf, finalText, modeText, resultLine, runReference } from './finish.ts';
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
  const sink = (event: RunEvent): void => {
    if (event.type === 'node.started') begun = true;
    if (execution.json) io.out(jsonLine(event));
    view.event(event);
  };
  try {
    const result = await execution.start(sink, cancellation.signal, view);
    view.stop();
    if (!execution.quiet) for (const line of finalText(result, execution, io)) io.err(line);
    if (!execution.json) io.out(resultLine(result));
    return exitCodeOf(result.status, cancellation.exitCode());
  } catch (error) {
    view.stop();
    return failed(error, begun, execution, io);
  } finally {
    view.stop();
    cancellation.dispose();
  }
}

/** `RunRefused` and `StoreError` say what is wrong themselves; before the first node they are refusals, later failures. */
function failed(error: unknown, begun: boolean, execution: Execution, io: Io): number {
  if (!(error instanceof Error) || (error.name !== 'RunRefused' && error.name !== 'StoreError')) {
    if (!execution.json)
      io.out(
        jsonLine({ status: begun ? 'fail' : 'refused', reason: `unexpected: ${error instanceof Error ? error.message : String(error)}` }),
      );
    throw error;
  }
  io.err(`${io.stderrStyle.red('error:')} ${manyLines(error.message)}`);
  if (!begun) {
    io.out(jsonLine({ status: 'refused', reason: error.message }));
    return 2;
  }
  if (!execution.json)
    io.out(
      jsonLine({
        status: 'fail',
        reason: error.message,
        notes: '',
        run_dir: execution.directory,
        nodes: [],
        duration_ms: 0,
        usage: {},
        cost_usd: null,
      }),
    );
  return 1;
}
