import type { ScriptEntry, ScriptRound } from '@attractor/agent';
import type { Purpose } from './model-session.ts';

/** What a function in a script is told of the call it answers for. */
export interface ScriptContext {
  readonly node: string;
  readonly purpose: Purpose;
  readonly delegation?: string;
  /** From 1, of the delegation. */
  readonly invoke: number;
  /** Under which key, and the how manieth entry there. */
  readonly key: string;
  readonly entry: number;
  /** The prompt: the last message that was sent. */
  readonly prompt: string;
  /** Results of the round before, notes cut off. */
  readonly results: readonly string[];
  /** What `as` has kept. */
  readonly kept: ReadonlyMap<string, string>;
}

/** A round that is known when its turn comes. */
export type LazyRound = (context: ScriptContext) => ScriptRound | Promise<ScriptRound>;

export interface AgentEntry extends Omit<ScriptEntry, 'calls'> {
  readonly calls?: readonly (ScriptRound | LazyRound)[];
}

export type EntrySource = AgentEntry | ((context: ScriptContext) => AgentEntry | Promise<AgentEntry>);

/** An item of a list: an entry, or for a delegation one for each of its invokes. */
export type AgentItem = EntrySource | readonly EntrySource[];

/** A script of agents (rulings H): a parsed file, or one in code. */
export interface AgentScript {
  items(key: string): readonly AgentItem[] | undefined;
  readonly fallback?: EntrySource | undefined;
}
