import type { Arms } from '../config/settings.ts';
import { rosterOf } from '../team/roster.ts';
import type { AgentSpec, Team } from '../team/team.ts';
import type { StudyTool } from '../tools/study-tool.ts';
import { gatedText } from './gates.ts';
import { reportSection } from './report-section.ts';
import { toolsSection } from './tools-section.ts';

export interface SystemPromptParts {
  readonly agent: AgentSpec;
  readonly team: Team;
  readonly arms: Arms;
  readonly purpose: 'turn' | 'worker';
  /** The effective tools, by the names the model sees. */
  readonly tools: ReadonlyMap<string, StudyTool>;
  /** The backend's own system prompt: kept with `base_prompt="Default"`, else replaced (AG-04). */
  readonly base?: string;
}

/**
 * The system prompt of an agent: the backend's where it is kept, its own with the gated fragments that hold, the form of its report when it
 * works for somebody, the team, the tools. The same parts give the same text; no clock and no money stand in it (TU-11).
 */
export function systemPrompt(parts: SystemPromptParts): string {
  const { agent, team, arms, purpose, tools, base = '' } = parts;
  const own = gatedText(agent.prompt, { arms, nodes: team.agents, tools }).text;
  const hasContract = purpose === 'worker' && arms.delegation_contract;
  const sections: readonly (readonly [title: string, text: string])[] = [
    ['', agent.keepsBasePrompt ? base.trim() : ''],
    ['', own],
    ['## How you report', hasContract ? reportSection(agent) : ''],
    ['## The team', rosterOf(team, agent.name)],
    ['## Your tools', toolsSection(tools)],
  ];
  return sections
    .filter(([, text]) => text !== '')
    .map(([title, text]) => (title === '' ? text : `${title}\n\n${text}`))
    .join('\n\n');
}
