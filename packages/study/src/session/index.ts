export type { AgentEntry, AgentItem, AgentScript, EntrySource, LazyRound, ScriptContext } from './agent-script.ts';
export { type AgentSessionOptions, agentSessions } from './agent-sessions.ts';
export { type CodeEntry, type CodeScript, type CodeScriptSource, codeScript } from './code-script.ts';
export type { SessionParts } from './loop-session.ts';
export * from './model-session.ts';
export { fileCounts, memoryCounts, type ScriptCounts } from './script-counts.ts';
export { type ScriptedSessionOptions, scriptedSessions } from './scripted-sessions.ts';
export * from './session-error.ts';
