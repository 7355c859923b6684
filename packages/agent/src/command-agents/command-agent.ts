import type { Json, JsonObject, Usage } from '@attractor/engine';
import type { ModelErrorKind } from '@attractor/llm';

/** What one run of a command-line agent is asked, as far as its command line says it. The prompt goes to its standard input. */
export interface AgentCall {
  readonly model?: string;
  readonly effort?: string;
  readonly maxTurns?: number;
  /** The response schema, for agents whose option it is. */
  readonly schema?: { readonly json: JsonObject; readonly file: string };
  /** What the session's last run left, to be gone on with (`full` fidelity). */
  readonly session?: AgentSession;
  /** Folder of the node, which holds the status file: the agent may write there. */
  readonly nodeDirectory: string;
  /** How much the agent may do without asking; the operator's, else the agent's own `permissions`. */
  readonly permissions: readonly string[];
  /** US dollars that are left. */
  readonly budgetUsd?: number;
}

/** A conversation in the agent's own store. */
export interface AgentSession {
  readonly id: string;
  /** What the session had used in all when its last run ended, where the agent tells sums and not what one run used. */
  readonly used?: Usage;
}

/** What a line of the agent's output says. */
export type AgentEvent =
  | { readonly type: 'session'; readonly id: string; readonly model?: string }
  /** The model answered once more. */
  | { readonly type: 'turn' }
  /** What the agent says at the end of its work; the newest counts. */
  | { readonly type: 'text'; readonly text: string; readonly append?: boolean }
  | { readonly type: 'tool_call'; readonly id: string; readonly tool: string; readonly detail: string }
  /** `work` is false for calls that do nothing in the world, e.g. the one that carries the structured answer. */
  | { readonly type: 'tool_result'; readonly id: string; readonly tool: string; readonly isError: boolean; readonly work: boolean }
  | { readonly type: 'retry'; readonly message: string }
  /** `of`: of this run, or of the session since its beginning. */
  | { readonly type: 'usage'; readonly usage: Usage; readonly of: 'run' | 'session' }
  | { readonly type: 'failed'; readonly problem: AgentProblem }
  | { readonly type: 'turn_limit' | 'budget' }
  /** The agent says that it is done. */
  | { readonly type: 'completed' };

/** A failure as the agent told it. */
export interface AgentProblem {
  readonly message: string;
  /** The agent's own word for it. */
  readonly code?: string;
  /** HTTP status of the provider's answer. */
  readonly status?: number;
}

/** Reads one run's output; made anew for each run. */
export interface AgentReader {
  line(value: JsonObject): readonly AgentEvent[];
  /** A line of stderr on which to give up: some agents repeat hopeless calls for many minutes. */
  stderr?(line: string): AgentProblem | undefined;
}

export interface ErrorRule {
  readonly kind: ModelErrorKind;
  /** Tested against code and message. */
  readonly pattern: RegExp;
}

/** A vendor's command-line agent (backends.md 1). A new one is a file with such a description and a line in `command-agents.ts`. */
export interface CommandAgent {
  /** Of the backend. */
  readonly name: string;
  readonly title: string;
  /** Program on the PATH. */
  readonly command: string;
  readonly install: string;
  /** What to do when the login is refused. */
  readonly login: string;
  /** Arguments that let it edit files in the working directory and run commands there without asking. */
  readonly permissions: readonly string[];
  /** The operator's variable that replaces `permissions`. */
  readonly permissionsVariable: string;
  /** Providers that a node's `llm_provider` may name; the agent calls no other. */
  readonly providers: readonly string[];
  /** Words of `reasoning_effort` that it takes; empty: it has no such option. */
  readonly efforts: readonly string[];
  readonly takesMaxTurns: boolean;
  /** Whether the agent has an option for this response schema; else it stands in the prompt. */
  readonly takesSchema: (schema: JsonObject) => boolean;
  /** Whether a secret of the environment is the agent's own, so that it passes to it. */
  readonly ownsVariable: (name: string, environment: Readonly<Record<string, string | undefined>>) => boolean;
  /** Variables that are set unless the operator has set them. */
  readonly environment: Readonly<Record<string, string>>;
  readonly arguments: (call: AgentCall) => readonly string[];
  readonly reader: () => AgentReader;
  /** In order; the first match wins, before what all providers have in common. */
  readonly errors: readonly ErrorRule[];
  /** How it says that it does not have the session that it was to go on with. */
  readonly lostSession: RegExp;
  /** What an exit code means when no line says more. */
  readonly exits: Readonly<Record<number, ModelErrorKind>>;
}

/** What a call is about, for a line on a screen. */
export function detailOf(input: Json | undefined): string {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return '';
  const fields = input as JsonObject;
  const value = fields['command'] ?? fields['file_path'] ?? fields['path'] ?? fields['pattern'] ?? fields['query'] ?? fields['url'] ?? '';
  return typeof value === 'string' ? value.slice(0, 200) : '';
}
