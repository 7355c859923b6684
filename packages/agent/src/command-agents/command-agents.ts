import { claudeAgent } from './claude.ts';
import { codexAgent } from './codex.ts';
import type { CommandAgent } from './command-agent.ts';
import { geminiAgent } from './gemini.ts';

/** The vendors' command-line agents that are backends; a new one is a line here. */
export const commandAgents: readonly CommandAgent[] = [claudeAgent, codexAgent, geminiAgent];
