import { basename, dirname, join, relative } from 'node:path';
import type { EndStatus, RunResult } from '@attractor/engine';
import { durationText, moneyText } from '../terminal/duration.ts';
import type { Io } from '../terminal/io.ts';
import { jsonLine, manyLines, oneLine } from '../terminal/sanitize.ts';
import { statusColour, statusSign } from '../terminal/style.ts';
import { truncate } from '../terminal/width.ts';

/** Exit codes of `run` and `resume` (files.md 5). */
const exitCodes: Readonly<Record<EndStatus, number>> = { success: 0, partial_success: 0, fail: 1, halted: 5, cancelled: 5, parked: 6 };

export function exitCodeOf(status: EndStatus, signalCode: number | undefined): number {
  return status === 'cancelled' && signalCode !== undefined ? signalCode : exitCodes[status];
}

/** The last line of stdout without `--json`. */
export function resultLine(result: RunResult): string {
  return jsonLine({
    status: result.status,
    reason: result.reason,
    notes: result.notes,
    run_dir: result.directory,
    nodes: result.nodes,
    duration_ms: result.durationMs,
    usage: {
      input_tokens: result.usage.inputTokens,
      output_tokens: result.usage.outputTokens,
      ...(result.usage.reasoningTokens === undefined ? {} : { reasoning_tokens: result.usage.reasoningTokens }),
      ...(result.usage.cacheReadTokens === undefined ? {} : { cache_read_tokens: result.usage.cacheReadTokens }),
      ...(result.usage.cacheWriteTokens === undefined ? {} : { cache_write_tokens: result.usage.cacheWriteTokens }),
    },
    // Without a call nothing was paid; with one, a price that is unknown stays unknown.
    cost_usd: result.usage.costUsd ?? (result.usage.inputTokens + result.usage.outputTokens === 0 ? 0 : null),
    ...(result.questions.length === 0 ? {} : { questions: result.questions }),
  });
}

/** What a status of a run is worth that left something out. */
export function modeText(mode: string): string[] {
  if (mode === 'dry-run') return ['dry run, no command and no model'];
  if (mode === 'replay') return ['replayed models'];
  return mode === 'simulate' ? ['simulated models'] : [];
}

/** The last lines for people: status, reason, what to do next, run directory. */
export function finalText(
  result: RunResult,
  { name, mode, unpriced = false }: { readonly name: string; readonly mode: string; readonly unpriced?: boolean },
  io: Io,
): string[] {
  const style = io.stderrStyle;
  const colour = statusColour(style, result.status);
  const count = result.nodes.length;
  const facts = [
    ...modeText(mode),
    `${count} ${count === 1 ? 'node' : 'nodes'}`,
    durationText(result.durationMs),
    ...finalCost(result.usage.costUsd, unpriced),
  ];
  const row = (key: string, text: string): string => `  ${style.dim(key.padEnd(7))} ${text}`;
  const lines = [
    `${colour(`${statusSign(result.status)} ${result.status}`)}  ${style.bold(oneLine(name))}  ${style.dim(facts.join(' · '))}`,
  ];
  if (result.reason !== '') lines.push(...hanging(result.reason).map((line, i) => row(i === 0 ? 'reason' : '', line)));
  result.handled.forEach((failure, i) => {
    const text = `${oneLine(failure.node)}: ${truncate(oneLine(failure.reason), handledColumns)} (${failure.by.replaceAll('_', ' ')})`;
    lines.push(row(i === 0 ? 'handled' : '', text));
  });
  result.questions.forEach((question, i) => {
    lines.push(row(i === 0 ? 'waits' : '', oneLine(question)));
  });
  const run = runReference(result.directory, io.cwd);
  const next =
    result.status === 'parked' ? parkedSteps(run, result.questions) : nextSteps(result.status, run, nodeOf(result), result.reason);
  next.forEach((step, i) => {
    lines.push(row(i === 0 ? 'next' : '', step));
  });
  lines.push(row('run', shortPath(result.directory, io.cwd)));
  return lines;
}

/** A price that is unknown makes the sum of the others a lower bound. */
function finalCost(costUsd: number | undefined, unpriced: boolean): string[] {
  if (costUsd === undefined || costUsd === 0) return unpriced ? ['cost unknown'] : [];
  return [`${unpriced ? 'at least ' : ''}${moneyText(costUsd)}`];
}

/** The node that a reason speaks of (engine.md 6: it need not be the last one), else the last node. */
export function nodeOf({ reason, nodes }: { readonly reason: string; readonly nodes: readonly string[] }): string | undefined {
  const named = reason.slice(0, reason.indexOf(': '));
  return nodes.includes(named) ? named : nodes.at(-1);
}

/** Limits that a flag of `resume` raises; without it the run ends again at once (engine.md 14). A reason may speak of several. */
const raisedBy: readonly { readonly reason: RegExp; readonly flag: string }[] = [
  {
    reason:
      /(?:^|: )budget_exceeded: (?:[\d.]+ of [\d.]+ usd used|\$|the answer was cut off|.* has used up what was left of the run's money)/,
    flag: ' --budget-usd USD',
  },
  { reason: /(?:^|: )budget_exceeded: (?:\d+ of \d+ tokens used|(?:\$[\d.]+ and )?-?\d+ tokens left)/, flag: ' --budget-tokens N' },
  { reason: /^max_pipeline_duration_exceeded: /, flag: ' --timeout TIME' },
];

function flagsAgainst(reason: string): string {
  return raisedBy.map((limit) => (limit.reason.test(reason) ? limit.flag : '')).join('');
}

/** Commands that make sense now; the first is the likeliest. */
export function nextSteps(status: string, run: string, node: string | undefined, reason: string): string[] {
  const resume = `attractor resume ${run}${flagsAgainst(reason)}`;
  const explain = `attractor explain ${run}${node === undefined ? '' : ` ${oneLine(node)}`}`;
  switch (status) {
    case 'success':
      return [];
    case 'partial_success':
      return [`attractor explain ${run}`];
    case 'fail':
      return [explain, resume];
    case 'parked':
      return [`${resume} --on-human-gate console`];
    case 'running':
      return [`attractor cancel ${run}`];
    default:
      return [resume];
  }
}

/** How to go on with a run that waits for people: see and answer, then resume; or resume where somebody sits. */
export function parkedSteps(run: string, questions: readonly string[]): string[] {
  const only = questions.length === 1 ? questions[0] : undefined;
  const answers =
    questions.length === 0
      ? []
      : [`attractor status ${run}`, `attractor answer ${run} ${only === undefined ? 'QUESTION' : oneLine(only)} ANSWER`];
  return [...answers, `attractor resume ${run}`];
}

/** How a command names a run from here: its id when it is kept here, else its path. */
export function runReference(directory: string, cwd: string): string {
  if (dirname(directory) === join(cwd, '.attractor', 'runs')) return basename(directory);
  const path = shortPath(directory, cwd);
  return /^[\w./@:+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

/** The shorter of the absolute path and the path from here. */
export function shortPath(path: string, cwd: string): string {
  const near = relative(cwd, path);
  return oneLine(near !== '' && near.length < path.length ? near : path);
}

const reasonLines = 12;
/** A handled failure is a reminder; its whole text is in the run directory. */
const handledColumns = 120;

function hanging(text: string): string[] {
  const lines = manyLines(text).trimEnd().split('\n');
  return lines.length <= reasonLines
    ? lines
    : [...lines.slice(0, reasonLines - 1), `(${lines.length - reasonLines + 1} more lines in the run directory)`];
}
