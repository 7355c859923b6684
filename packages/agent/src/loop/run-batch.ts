import type { JsonObject } from '@attractor/engine';
import type { MalformedToolCallPart, ToolCallPart } from '@attractor/llm';
import { reportOutcomeName } from '../tools/report-outcome.ts';
import { type CallResult, dropCall, runCall } from './run-call.ts';
import type { Session } from './session.ts';

export interface BatchResult {
  readonly results: readonly CallResult[];
  /** The last valid report of the batch (§35). */
  readonly report: JsonObject | undefined;
  /** Calls that did something, reports not counted. */
  readonly succeeded: number;
}

/**
 * The tool calls of one turn. They run at the same time, except that a batch with a report runs in the order it was written,
 * so that the report stands at its place (§35), that hooks see one call after the other, and that tools may ask for it.
 */
export async function runBatch(session: Session, calls: readonly (ToolCallPart | MalformedToolCallPart)[]): Promise<BatchResult> {
  const inOrder = session.hooks !== undefined || calls.some((call) => call.name === reportOutcomeName);
  const results: CallResult[] = [];
  if (inOrder) {
    for (const call of calls) {
      if (session.context.signal.aborted) break;
      results.push(await runCall(session, call));
    }
  } else {
    // All of them, also when one breaks: nothing may work on after the session.
    for (const settled of await Promise.allSettled(together(session, calls))) {
      if (settled.status === 'rejected') throw settled.reason;
      results.push(settled.value);
    }
  }
  const isReport = (result: CallResult): boolean => result.name === reportOutcomeName;
  return {
    results,
    report: results.findLast((result) => isReport(result) && !result.output.isError)?.input,
    succeeded: results.filter((result) => !isReport(result) && !result.output.isError).length,
  };
}

/** All at once, but those whose tools ask for it one after another; once the session is over, of these none begins any more. */
function together(session: Session, calls: readonly (ToolCallPart | MalformedToolCallPart)[]): Promise<CallResult>[] {
  let before: Promise<unknown> = Promise.resolve();
  return calls.map((call) => {
    if (session.tools.get(call.name)?.inWrittenOrder !== true) return runCall(session, call);
    const mine = before.then(() => (isOver(session) ? dropCall(call) : runCall(session, call)));
    // A broken call breaks the batch, which tells it; those behind it must not run.
    before = mine;
    before.catch(() => {});
    return mine;
  });
}

function isOver({ context, isOver: over }: Session): boolean {
  return context.signal.aborted || over?.() === true;
}
