import { addUsage, noUsage, type Usage } from '@attractor/engine';
import type { AgentEvent, AgentProblem } from './command-agent.ts';

/** What a run of an agent came to, folded out of its events. */
export interface Collected {
  sessionId: string | undefined;
  model: string | undefined;
  text: string;
  turns: number;
  /** Successful calls of tools that did something. */
  toolCalls: number;
  /** Of this run. */
  usage: Usage | undefined;
  /** Of the session in all, where the agent tells that. */
  sessionUsage: Usage | undefined;
  end: 'completed' | 'turn_limit' | 'budget' | 'failed' | undefined;
  problem: AgentProblem | undefined;
  /** What it complained of last without giving up. */
  complaint: string;
}

export function nothingYet(): Collected {
  return {
    sessionId: undefined,
    model: undefined,
    text: '',
    turns: 0,
    toolCalls: 0,
    usage: undefined,
    sessionUsage: undefined,
    end: undefined,
    problem: undefined,
    complaint: '',
  };
}

/** `before`: what the session had used when this run began. */
export function collect(state: Collected, event: AgentEvent, before: Usage | undefined): void {
  switch (event.type) {
    case 'session':
      if (event.id !== '') state.sessionId = event.id;
      state.model = event.model ?? state.model;
      return;
    case 'turn':
      state.turns += 1;
      return;
    case 'text':
      state.text = event.append === true ? state.text + event.text : event.text;
      return;
    case 'tool_call':
      return;
    case 'tool_result':
      if (event.work && !event.isError) state.toolCalls += 1;
      return;
    case 'retry':
      state.complaint = event.message;
      return;
    case 'usage':
      if (event.of === 'session') {
        state.sessionUsage = event.usage;
        state.usage = since(event.usage, before);
      } else state.usage = state.usage === undefined ? event.usage : addUsage(state.usage, event.usage);
      return;
    case 'failed':
      state.end = 'failed';
      state.problem = event.problem;
      return;
    case 'completed':
    case 'turn_limit':
    case 'budget':
      state.end = event.type;
      return;
  }
}

/** A session that was cut short may tell less than before; that is nothing used, not less than nothing. */
function since(now: Usage, before: Usage = noUsage): Usage {
  const rest = (a: number | undefined, b: number | undefined): number => Math.max(0, (a ?? 0) - (b ?? 0));
  return {
    inputTokens: rest(now.inputTokens, before.inputTokens),
    outputTokens: rest(now.outputTokens, before.outputTokens),
    ...(now.reasoningTokens === undefined ? {} : { reasoningTokens: rest(now.reasoningTokens, before.reasoningTokens) }),
    ...(now.cacheReadTokens === undefined ? {} : { cacheReadTokens: rest(now.cacheReadTokens, before.cacheReadTokens) }),
    ...(now.cacheWriteTokens === undefined ? {} : { cacheWriteTokens: rest(now.cacheWriteTokens, before.cacheWriteTokens) }),
  };
}
