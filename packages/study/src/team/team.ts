import type { JsonObject } from '@attractor/engine';

/** An agent of the team: its file's front matter, overridden by the node's attributes where these are present (AG-01, AG-03). */
export interface AgentSpec {
  /** The node's id. */
  readonly name: string;
  /** `worker` when none is declared (AG-02). */
  readonly role: string;
  /** By default the role, capitalised in parts (MM-07). */
  readonly agentClass: string;
  readonly description: string;
  /** The agent file's body: prompt fragments are still to be gated. */
  readonly prompt: string;
  /** True: the backend's own system prompt stays and `prompt` is appended (`base_prompt="Default"`, AG-04). */
  readonly keepsBasePrompt: boolean;
  /** As declared; absent is the empty declaration (A14). */
  readonly tools: readonly string[];
  /** The whole set of `nodes.<name>.tools` in the config: nothing declared or always on is added to it (AG-20, AG-35). */
  readonly onlyTools?: readonly string[];
  readonly extraAllowedTools: readonly string[];
  readonly mcpServers: JsonObject;
  readonly reportSections: readonly string[];
  readonly resetOnCheckpoint: boolean;
  readonly maxHistoryPairs: number;
  readonly model?: string;
  readonly provider?: string;
  readonly reasoningEffort?: string;
  /** Rounds of one invoke, at most. */
  readonly maxTurns?: number;
  readonly backend?: string;
  readonly baseUrl?: string;
  /** The agent file, absolute; absent for a node without one. */
  readonly file?: string;
}

/** A right to delegate (GM-12). Frozen. */
export interface DelegatesEdge {
  readonly source: string;
  readonly target: string;
  /** Empty when the edge says nothing. */
  readonly preamble: string;
}

/** Who exists and who may ask whom (GM). Built from a validated graph; frozen. */
export interface Team {
  readonly entry: string;
  /** In declaration order. */
  readonly agents: ReadonlyMap<string, AgentSpec>;
  /** In declaration order. */
  readonly edges: readonly DelegatesEdge[];
  /** Targets in the order of the edges; empty for a leaf or an unknown name (GM-09). */
  outgoing(name: string): readonly string[];
  /** Sources in the order of the edges (GM-10). */
  incoming(name: string): readonly string[];
  /** The first declared edge of the pair (GM-11). */
  edge(source: string, target: string): DelegatesEdge | undefined;
}
