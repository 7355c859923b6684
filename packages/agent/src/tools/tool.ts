import type { JsonObject, Masker } from '@attractor/engine';
import type { ImagePart } from '@attractor/llm';

/** What a tool gives back. An error is told to the model, which may try another way; nothing throws on a model's arguments. */
export interface ToolOutput {
  /** Whole; the loop shortens what the model sees, never what the log keeps (backends.md 4). */
  readonly text: string;
  readonly images?: readonly ImagePart[];
  readonly isError: boolean;
}

/** Where a session's tools work. */
export interface ToolContext {
  /** Absolute. File tools stay in it, symlinks resolved; the shell does not. */
  readonly workingDirectory: string;
  /** The run's own records: file tools do not write there. */
  readonly runDirectory: string;
  /** Folder of the session's files, made when something is written there. */
  readonly sessionDirectory: string;
  /** For commands; keys of providers and other secrets are left out (companion 4.2). */
  readonly environment: Readonly<Record<string, string>>;
  readonly shell: string;
  readonly masker: Masker;
  readonly signal: AbortSignal;
}

/** A tool of the agent. A new one is one file and one line in a profile. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema, an object at the root. Arguments are checked against it before `run` is called. */
  readonly parameters: JsonObject;
  /** Instead of a strict reading of `parameters`, for a schema that somebody else wrote: what is wrong with arguments. */
  readonly check?: (input: JsonObject) => readonly string[];
  /** How much of its output the model sees (companion 5.2). */
  readonly limits: OutputLimits;
  /** Such calls of one turn run one after another as they were written, while the others run together (study-rulings.md A19). */
  readonly inWrittenOrder?: boolean;
  /** The same call with the same result again is no loop: it waits, or asks for what may have changed (study-rulings.md A19). */
  readonly mayRepeat?: boolean;
  /** Arguments fit `parameters`. Expected failures are outputs with `isError`. */
  run(input: JsonObject, context: ToolContext): ToolOutput | Promise<ToolOutput>;
}

/** Characters first, then lines; absent: no limit of that kind. */
export interface OutputLimits {
  readonly characters: number;
  readonly lines?: number;
}

export function done(text: string): ToolOutput {
  return { text, isError: false };
}

export function failed(text: string): ToolOutput {
  return { text, isError: true };
}

/** An argument that the schema says is a text. */
export function textArgument(input: JsonObject, name: string): string {
  const value = input[name];
  return typeof value === 'string' ? value : '';
}

export function numberArgument(input: JsonObject, name: string): number | undefined {
  const value = input[name];
  return typeof value === 'number' ? value : undefined;
}
