import { type BackendAnswer, type BackendRequest, fail, HandlerError, type Outcome } from '@attractor/engine';
import type { SessionLog } from '../session/session-log.ts';
import { agentFailure, problemKind } from './agent-failure.ts';
import type { AgentProblem, CommandAgent } from './command-agent.ts';
import type { AgentRun } from './run-agent.ts';

/** The table of ends: what the lines said counts before the exit code, and that before what stderr says. */
export function answerOf(
  agent: CommandAgent,
  request: BackendRequest,
  { collected, end, stderr, dropped }: AgentRun,
  log: SessionLog,
): BackendAnswer | Outcome {
  const { text, usage, turns } = collected;
  const extra = { sessionId: log.id, ...(usage === undefined ? {} : { usage }) };
  const close = (status: string, fields: Record<string, string> = {}): void =>
    log.record('end', { status, turn_count: turns, exit: exitWord(end), ...fields });
  const failed = (problem: AgentProblem, kind = problemKind(agent, problem)): Outcome => {
    close(kind === 'quota' ? 'quota' : 'failed', { reason: problem.message });
    return agentFailure(agent, kind, problem, usage);
  };
  if (request.signal.aborted) {
    close('aborted');
    throw new HandlerError('the agent was interrupted', {
      retryable: false,
      type: 'AbortError',
      ...(usage === undefined ? {} : { usage }),
    });
  }
  if (end.kind === 'not-started') {
    const hint = end.missing ? ` (${agent.title}: ${agent.install})` : '';
    close('failed', { reason: end.problem });
    return fail('deterministic', `node '${request.node.id}' cannot be served by backend ${agent.name}: ${end.problem}${hint}`);
  }
  switch (collected.end) {
    case 'completed':
      close('completed');
      return { text, toolCalls: collected.toolCalls, ...extra };
    case 'turn_limit':
      close('turn_limit');
      return fail('deterministic', `turn_limit: ${agent.title} was not done after max_turns turns; its work is kept`, {
        ...extra,
        responseText: text,
      });
    case 'budget':
      close('budget');
      return fail('budget', `budget_exceeded: ${agent.title} has used up what was left of the run's money`, {
        ...extra,
        responseText: text,
      });
    case 'failed':
      return failed(collected.problem ?? { message: 'it failed without a reason' });
    case undefined:
      break;
  }
  const said = stderr.trim() || collected.complaint;
  const tail = said.slice(-2000);
  if (end.kind === 'killed') {
    close('failed', { reason: end.signal });
    return fail('deterministic', `${agent.title} was ended by ${end.signal}${tail === '' ? '' : `: ${tail}`}`, extra);
  }
  if (end.kind === 'ended' && end.exitCode !== 0) {
    const message = `exit code ${end.exitCode}: ${tail === '' ? 'nothing on stderr' : tail}`;
    const byWords = problemKind(agent, { message: tail });
    return failed({ message }, byWords === 'bad_request' ? (agent.exits[end.exitCode] ?? 'bad_request') : byWords);
  }
  const lost = dropped > 0 ? `; ${dropped} lines were too long to be read` : '';
  return failed(
    { message: `${agent.command} ended without saying how its work ended${lost}${tail === '' ? '' : `: ${tail}`}` },
    'truncated_stream',
  );
}

function exitWord(end: AgentRun['end']): string {
  switch (end.kind) {
    case 'ended':
      return String(end.exitCode);
    case 'killed':
      return end.signal;
    case 'aborted':
    case 'not-started':
      return end.kind;
  }
}
