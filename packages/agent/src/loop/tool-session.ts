import type { BackendAnswer, Json, Outcome } from '@attractor/engine';
import { jsonFields } from '../session/session-log.ts';
import type { Tool } from '../tools/tool.ts';
import { runLoop } from './run-loop.ts';
import type { Session } from './session.ts';

/** A session over tools of the caller's own: no profile, no verdict, no status file, no hooks (study-rulings.md A4). */
export interface ToolSession
  extends Pick<
    Session,
    'client' | 'model' | 'effort' | 'system' | 'opening' | 'context' | 'maxTurns' | 'log' | 'observer' | 'isOver' | 'now'
  > {
  readonly tools: readonly Tool[];
}

/** Runs it. Budgets are the caller's: nothing is held back before a call. Throws a HandlerError as the backend `agent` does. */
export function runToolSession({ tools, ...given }: ToolSession): Promise<BackendAnswer | Outcome> {
  const { log, client, model, effort, system, opening } = given;
  log.record(
    'prompt',
    jsonFields({
      provider: client.provider,
      model,
      effort,
      system,
      messages: JSON.parse(JSON.stringify(opening)) as Json,
      tools: tools.map(({ name }) => name),
    }),
  );
  return runLoop({
    ...given,
    tools: new Map(tools.map((tool) => [tool.name, tool])),
    hooks: undefined,
    purse: { admit: async () => ({ ok: true }), spent: () => {} },
    steering: { take: () => undefined },
  });
}
