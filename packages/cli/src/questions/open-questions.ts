import type { RunEvent } from '@attractor/engine';
import type { QuestionState } from '@attractor/handlers';

export type WaitingQuestion = Extract<QuestionState, { readonly state: 'open' | 'damaged' }>;

/**
 * The questions of a run that somebody waits for (engine.md 9), oldest first: those a parked run ended with, or those
 * that a live, interrupted or halted run has asked since it was last taken up. Branches that lost wait for nothing.
 */
export async function openQuestions(directory: string, events: readonly RunEvent[]): Promise<readonly WaitingQuestion[]> {
  const { readQuestions } = await import('@attractor/handlers');
  const waiting = waitingIds(events);
  return readQuestions(directory).filter((item): item is WaitingQuestion => item.state !== 'closed' && waiting.has(item.id));
}

function waitingIds(events: readonly RunEvent[]): ReadonlySet<string> {
  const asked = new Map<string, string>();
  for (const event of events) {
    switch (event.type) {
      case 'pipeline.started':
      case 'pipeline.completed':
      case 'pipeline.failed':
      case 'pipeline.cancelled':
        asked.clear();
        break;
      case 'pipeline.parked': {
        const named = new Set(event.questions);
        for (const id of asked.keys()) if (!named.has(id)) asked.delete(id);
        break;
      }
      case 'interview.started':
        if (typeof event.question['id'] === 'string') asked.set(event.question['id'], event.branch ?? '');
        break;
      case 'parallel.branch_completed': {
        const lost = `${event.branch === undefined ? '' : `${event.branch}>`}branch:${event.node}:${event.index}`;
        for (const [id, branch] of asked) if (branch === lost || branch.startsWith(`${lost}>`)) asked.delete(id);
        break;
      }
      default:
        break;
    }
  }
  return new Set(asked.keys());
}
