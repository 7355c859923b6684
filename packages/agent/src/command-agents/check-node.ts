import type { NodeCheck, NodeWish } from '@attractor/engine';
import type { CommandAgent } from './command-agent.ts';
import { findAgent, type Presence } from './presence.ts';

/** Checks nodes before the run (§36): the program is there and starts, the provider is its own. Looked for once a process. */
export function nodeChecker(
  agent: CommandAgent,
  environment: Readonly<Record<string, string | undefined>>,
): (wish: NodeWish) => Promise<NodeCheck> {
  let found: Promise<Presence> | undefined;
  return async (wish) => {
    found ??= findAgent(agent, environment);
    const presence = await found;
    const problem = (presence.state === 'ready' ? undefined : presence.problem) ?? wishProblem(agent, wish);
    return { ...(problem === undefined ? {} : { problem }), notes: unheeded(agent, wish) };
  };
}

/** What keeps the agent from serving a node at all; nothing is replaced by something else (§36). */
export function wishProblem(agent: CommandAgent, wish: Pick<NodeWish, 'provider' | 'states'>): string | undefined {
  const { provider } = wish;
  if (provider !== undefined && !agent.providers.includes(provider))
    return `llm_provider is ${provider}, and ${agent.title} calls ${agent.providers.join(' or ')} only`;
  const hook = ['tool_hooks.pre', 'tool_hooks.post'].find((name) => wish.states(name));
  // A hook may be there to forbid something: it must not be passed over.
  if (hook !== undefined) return `${hook} is set, and ${agent.title} runs its tools itself, without it; use the backend agent`;
  return undefined;
}

/** Wishes for which the agent has no option. */
function unheeded(agent: CommandAgent, { reasoningEffort, maxTurns, states }: NodeWish): string[] {
  const notes: string[] = [];
  if (reasoningEffort !== undefined && !agent.efforts.includes(reasoningEffort))
    notes.push(
      agent.efforts.length === 0
        ? `${agent.command} has no option for reasoning_effort`
        : `${agent.command} does not know reasoning_effort ${reasoningEffort} (it takes ${agent.efforts.join(', ')})`,
    );
  if (maxTurns !== undefined && !agent.takesMaxTurns)
    notes.push(`${agent.command} has no option for max_turns; set timeout to bound its work`);
  if (states('mcp_servers')) notes.push(`${agent.command} reads MCP servers from its own configuration, not from mcp_servers`);
  return notes;
}
