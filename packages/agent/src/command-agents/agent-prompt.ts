import type { BackendRequest, Exchange } from '@attractor/engine';
import { reportByText } from '../prompt/reporting.ts';
import type { AgentSession, CommandAgent } from './command-agent.ts';

/**
 * The text for the agent's standard input: what was said in the thread where its session was not there, the node's prompt, how to
 * answer and report (backends.md 2). `prompt.md` holds the middle part; the session's log the whole.
 */
export function agentPrompt(agent: CommandAgent, request: BackendRequest, exchanges: readonly Exchange[]): string {
  const schema = request.responseSchema;
  const shown = schema !== undefined && !agent.takesSchema(schema) ? `The JSON Schema of the answer:\n\n${JSON.stringify(schema)}` : '';
  return [
    said(exchanges),
    request.prompt,
    '---',
    'This is one task of an automated pipeline. Nobody answers questions while you work: decide, act, check. Leave nothing running in the background.',
    reportByText(request),
    shown,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Exchanges of the thread that the session does not hold: all of them where the node begins one. */
export function unheard(
  agent: CommandAgent,
  { exchanges = [], call }: BackendRequest,
  session: AgentSession | undefined,
): readonly Exchange[] {
  if (session === undefined) return exchanges;
  // A repair round goes on in the session of the first call, which was told.
  if (call > 1) return [];
  return exchanges.slice(exchanges.findLastIndex((exchange) => exchange.session?.backend === agent.name) + 1);
}

function said(exchanges: readonly Exchange[]): string {
  if (exchanges.length === 0) return '';
  const parts = exchanges.map(({ instruction, answer }) => `## Task\n\n${instruction}\n\n## Answer\n\n${answer}`);
  return `# Earlier in this conversation\n\n${parts.join('\n\n')}\n\n# Now`;
}
