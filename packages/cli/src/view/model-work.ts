import type { RunEvent } from '@attractor/engine';
import { durationText } from '../terminal/duration.ts';
import { oneLine } from '../terminal/sanitize.ts';
import { addSpent, costText, nothingSpent, type Spent, spentOf, spentText, tokensPair, usageOfData } from './spent.ts';

/** What the model of a running node has done so far. */
export interface ModelWork {
  readonly model: string;
  readonly turns: number;
  readonly spent: Spent;
}

type AgentEvent = Extract<RunEvent, { readonly data: unknown }>;

/** Takes an `agent.*` event of a node into the work of its model; undefined while no model is at work. */
export function modelWork(before: ModelWork | undefined, event: AgentEvent): ModelWork | undefined {
  const model = text(event, 'model') || (before?.model ?? '');
  const known = before ?? { model, turns: 0, spent: nothingSpent };
  switch (event.type) {
    case 'agent.model_call':
      return { ...known, model, turns: known.turns + 1 };
    case 'agent.usage': {
      const spent = addSpent(known.spent, spentOf(usageOfData(event.data)));
      // Agents in processes of their own tell what they used without telling of each call.
      return { model, turns: Math.max(1, known.turns), spent };
    }
    default:
      return model === '' ? before : { ...known, model };
  }
}

/** `claude-opus-5-5 · turn 4 · 21.3k in · 3.1k out · $0.0712`. */
export function runningWorkText({ model, turns, spent }: ModelWork): string {
  return join([model, turns === 0 ? '' : `turn ${turns}`, spentText(spent)]);
}

/** The same for a finished node, what matters most first: lines are cut at their end. */
export function finishedWorkText(work: ModelWork | undefined, spent: Spent): string {
  const turns = work?.turns ?? 0;
  return join([costText(spent), turns === 0 ? '' : `${turns} ${turns === 1 ? 'turn' : 'turns'}`, tokensPair(spent), work?.model ?? '']);
}

/** What an agent does, for its line; undefined leaves what stands there. */
export function agentNote(event: AgentEvent): string | undefined {
  switch (event.type) {
    case 'agent.usage':
    case 'agent.tool_result':
      return undefined;
    case 'agent.model_call':
      return 'thinking';
    case 'agent.tool_call':
      return oneLine(`${text(event, 'tool')} ${text(event, 'detail')}`.trim());
    case 'agent.model_retry': {
      const delay = event.data['delay_ms'];
      const again = typeof delay === 'number' ? `asks again in ${durationText(delay)}` : 'asks again';
      return join([again, oneLine(text(event, 'error'))]);
    }
  }
  const what = event.type.slice('agent.'.length).replaceAll('_', ' ');
  return oneLine(`${what} ${text(event, 'tool') || text(event, 'name') || text(event, 'model')}`.trim());
}

function text(event: AgentEvent, name: string): string {
  const value = event.data[name];
  return typeof value === 'string' ? oneLine(value) : '';
}

function join(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' · ');
}
