import { StringDecoder } from 'node:string_decoder';
import type { Invocation, JsonObject } from '@attractor/engine';
import { maskerOf } from '@attractor/handlers';
import { usageFields } from '../model/messages.ts';
import type { SessionLog } from '../session/session-log.ts';
import { type Collected, collect, nothingYet } from './collect.ts';
import type { AgentCall, AgentEvent, AgentProblem, CommandAgent } from './command-agent.ts';
import { type AgentLine, lineReader } from './read-lines.ts';
import { type ProcessEnd, runProcess } from './run-process.ts';

export interface AgentRunRequest {
  readonly agent: CommandAgent;
  readonly call: AgentCall;
  readonly environment: Readonly<Record<string, string>>;
  readonly input: string;
  readonly workingDirectory: string;
  readonly signal: AbortSignal;
  readonly log: SessionLog;
  readonly invocation: Invocation;
}

export interface AgentRun {
  readonly call: AgentCall;
  readonly collected: Collected;
  readonly end: ProcessEnd;
  /** Its end, secrets masked. */
  readonly stderr: string;
  /** Lines beyond the limit. */
  readonly dropped: number;
}

/** Characters of stderr that are kept, and of one of its lines. */
const stderrTail = 16_384;

/** How long an agent may take to end after it has said how its work ended; some hang, or go on repeating what is hopeless. */
const exitGraceMs = 5000;

/** Runs an agent and reads what it says: each line goes to the session's log as it is, and to the run's observers as what it means. */
export async function runAgent(request: AgentRunRequest): Promise<AgentRun> {
  const { agent, call, log } = request;
  const reader = agent.reader();
  const collected = nothingYet();
  const givenUp = new AbortController();
  const masker = maskerOf(request.invocation);
  let timer: NodeJS.Timeout | undefined;
  let dropped = 0;
  let broken: Error | undefined;

  function take(event: AgentEvent): void {
    collect(collected, event, call.session?.used);
    tell(event, collected, agent, log);
    if (collected.end !== undefined) timer ??= setTimeout(() => givenUp.abort(), exitGraceMs);
  }

  function onLine(line: AgentLine): void {
    switch (line.kind) {
      case 'json':
        recordLine(log, line.value);
        for (const event of reader.line(line.value)) take(event);
        return;
      case 'text':
        log.record('output', { text: line.text.slice(0, 10_000) });
        return;
      case 'too-long':
        dropped += 1;
        log.record('warning', { message: `a line of ${line.bytes} bytes was left out: too long` });
        return;
    }
  }

  const lines = lineReader(guarded(onLine));
  const errors = stderrReader((line) => {
    const problem = reader.stderr?.(line);
    if (problem !== undefined) surrender(problem);
  });

  function surrender(problem: AgentProblem): void {
    if (collected.end !== undefined) return;
    collected.end = 'failed';
    collected.problem = { ...problem, message: masker.text(problem.message) };
    givenUp.abort();
  }

  /** The run's storage may fail under a line: the agent is stopped, and the error thrown when it is gone. */
  function guarded<T>(action: (value: T) => void): (value: T) => void {
    return (value) => {
      if (broken !== undefined) return;
      try {
        action(value);
      } catch (error) {
        broken = error instanceof Error ? error : new Error(String(error));
        givenUp.abort();
      }
    };
  }

  const end = await runProcess({
    command: agent.command,
    arguments: agent.arguments(call),
    workingDirectory: request.workingDirectory,
    environment: request.environment,
    input: request.input,
    signal: AbortSignal.any([request.signal, givenUp.signal]),
    onStdout: (chunk) => lines.push(chunk),
    onStderr: (chunk) => errors.push(chunk),
  });
  clearTimeout(timer);
  lines.end();
  errors.end();
  if (broken !== undefined) throw broken;
  const stderr = masker.text(errors.tail());
  if (stderr.trim() !== '') log.record('stderr', { text: stderr });
  collected.text = masker.text(collected.text);
  if (collected.problem !== undefined) collected.problem = { ...collected.problem, message: masker.text(collected.problem.message) };
  return { call, collected, end, stderr, dropped };
}

/** The agent's own line under `data` (files.md 4); one that is nested beyond all reason cannot be written. */
function recordLine(log: SessionLog, line: JsonObject): void {
  try {
    log.record('output', line);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    log.record('warning', { message: 'a line was left out: nested too deep' });
  }
}

function tell(event: AgentEvent, { turns, model, usage }: Collected, agent: CommandAgent, log: SessionLog): void {
  switch (event.type) {
    case 'turn':
      log.emit('model_call', { provider: agent.name, model: model ?? agent.command, turn: turns });
      return;
    case 'tool_call':
      log.emit('tool_call', { call_id: event.id, tool: event.tool, detail: event.detail });
      return;
    case 'tool_result':
      log.emit('tool_result', { call_id: event.id, tool: event.tool, is_error: event.isError });
      return;
    case 'retry':
      log.emit('model_retry', { turn: turns, error: event.message });
      return;
    case 'usage':
      // What this run used: a session's sum would count earlier nodes twice.
      if (usage !== undefined)
        log.emit('usage', { provider: agent.name, model: model ?? agent.command, turn: turns, usage: usageFields(usage) });
      return;
    case 'session':
      log.emit('session', { provider: agent.name, model: model ?? agent.command });
      return;
    case 'text':
    case 'failed':
    case 'turn_limit':
    case 'budget':
    case 'completed':
      return;
  }
}

/** The end of a text that comes in chunks, and its lines, both bounded. */
function stderrReader(onLine: (line: string) => void): { push(chunk: Buffer): void; end(): void; tail(): string } {
  const decoder = new StringDecoder('utf8');
  let kept = '';
  let rest = '';
  function take(text: string): void {
    kept = (kept + text).slice(-stderrTail);
    const lines = (rest + text).split('\n');
    rest = (lines.pop() ?? '').slice(0, stderrTail);
    for (const line of lines) onLine(line.slice(0, stderrTail));
  }
  return {
    push: (chunk) => take(decoder.write(chunk)),
    end: () => take(`${decoder.end()}\n`),
    tail: () => kept.trimEnd(),
  };
}
