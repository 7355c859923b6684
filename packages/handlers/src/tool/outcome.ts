import { fail, type JsonObject, type Outcome, passed, retry, success, type ToolResult } from '@attractor/engine';
import { toolFailedStep } from '../failed-step.ts';

/** How a command ended, as far as its outcome depends on it. */
export interface CommandEnd {
  readonly command: string;
  readonly exitCode: number | null;
  readonly signal?: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly lastLine: string;
}

/** The exit code that asks for another attempt (engine.md 10; EX_TEMPFAIL of sysexits). */
const retryExitCode = 75;

const tail = 2000;

/** What the exit code says (engine.md 10): explicit both ways (§25); a signal is named and not explicit. */
export function exitOutcome(end: CommandEnd): Outcome {
  const notes = end.lastLine === '' ? '' : end.lastLine.slice(0, 500);
  if (end.signal !== undefined) return fail('deterministic', `killed by ${end.signal}: ${lastWords(end)}`.replace(/: $/, ''), { notes });
  if (end.exitCode === 0) return success(true, { notes });
  const reason = `exit code ${end.exitCode}: ${lastWords(end)}`.replace(/: $/, '');
  return end.exitCode === retryExitCode
    ? retry(reason, { notes, isExplicit: true })
    : fail('deterministic', reason, { notes, isExplicit: true });
}

/** Adds what every way out of a command leaves: the tool's keys, and `failed_step` on a failure (§30). */
export function withToolResult(outcome: Outcome, end: CommandEnd): Outcome {
  const tool: ToolResult = { output: end.stdout, lastLine: end.lastLine, exitCode: end.exitCode, stderrTail: end.stderr.slice(-tail) };
  if (outcome.status !== 'fail' && outcome.status !== 'retry') return { ...outcome, tool };
  const failedStep = toolFailedStep(end.command, end.exitCode ?? end.signal ?? '', end.stdout, end.stderr);
  return { ...outcome, tool, failedStep: outcome.failedStep ?? failedStep };
}

/** Applies `parse_json` (engine.md 10): keys of the object on stdout, below what the status file says; invalid JSON fails a passed command only. */
export function withParsedOutput(outcome: Outcome, text: string | undefined): Outcome {
  const parsed = text === undefined ? 'the output is too long for parse_json' : parseObject(text);
  if (typeof parsed !== 'string') return { ...outcome, contextUpdates: { ...parsed, ...outcome.contextUpdates } };
  if (!passed(outcome)) return outcome;
  return fail('contract', `parse_json: ${parsed}`, { notes: outcome.notes, contextUpdates: outcome.contextUpdates });
}

function parseObject(text: string): JsonObject | string {
  try {
    const value: unknown = JSON.parse(text);
    // A list or a number is valid and has no keys to give.
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
  } catch (error) {
    return `stdout is not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function lastWords(end: CommandEnd): string {
  return (end.stderr.trim() === '' ? end.stdout : end.stderr).slice(-tail).trim();
}
