import type { JsonObject } from '@attractor/engine';

/** Who calls a tool: a node in its own turn, or one of its delegations (DE-04). */
export interface Caller {
  /** Id of the agent's node. */
  readonly node: string;
  /** The caller's own delegation, `D007`; absent in a node's own turn. */
  readonly delegation?: string;
  readonly signal: AbortSignal;
}

/** The identity under which children, messages and wake-ups are kept: the delegation's id, or `entry` (DE-04). */
export function identityOf(caller: Pick<Caller, 'delegation'>): string {
  return caller.delegation ?? 'entry';
}

/**
 * A tool of an agent. The result's first word says how it went: `ERROR:` the caller did wrong, `REFUSED:` a rule of the run stood
 * against it, else the tool's own word (TL-01). Nothing throws on a model's arguments.
 */
export interface StudyTool {
  /** The name the model sees: `Bash`, `Delegate` (A19). */
  readonly name: string;
  readonly description: string;
  /** JSON Schema, an object at the root. */
  readonly parameters: JsonObject;
  /** Engine-built tools of one round run one after another in the written order; native ones together (A19). */
  readonly kind: 'native' | 'protocol' | 'topology' | 'mcp';
  /** Exempt from repetition detection: Wait, RecallHistory, QueryStore, Evaluate (A19). */
  readonly mayRepeat?: boolean;
  /** How much of a result the model sees, head and tail; 100,000 characters when absent. */
  readonly limits?: { readonly characters: number; readonly lines?: number };
  /** What the tool's surroundings lack, told once: whoever takes it shows it (AG-25). */
  takeDiagnostic?(): string | undefined;
  run(input: JsonObject, caller: Caller): Promise<string> | string;
}
