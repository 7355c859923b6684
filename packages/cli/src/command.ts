import type { Io } from './terminal/io.ts';

/** What a shell may complete at a place. */
export type Completes = 'file' | 'directory' | 'run' | 'shell' | 'nothing';

interface FlagBase {
  readonly describe: string;
  readonly alias?: string;
}

/** One option of a command. `fallback` is what `--help` shows as the default when no value says it. */
export type Flag =
  | (FlagBase & { readonly kind: 'switch' })
  | (FlagBase & {
      readonly kind: 'text';
      /** The word for the value in `--help`, e.g. `FILE`. */
      readonly value: string;
      readonly fallback: string;
      readonly choices?: readonly string[];
      readonly repeatable?: true;
      readonly completes?: Completes;
    });

export interface Positional {
  readonly name: string;
  readonly describe: string;
  readonly required: boolean;
  readonly many?: true;
  readonly completes?: Completes;
}

/** The parsed arguments of a command; names are those of its table. */
export interface Args {
  on(flag: string): boolean;
  text(flag: string): string | undefined;
  list(flag: string): readonly string[];
  readonly positionals: readonly string[];
}

/** One command (files.md 5). The table is data, so that help, completion and parsing cannot disagree; `run` loads what is heavy. */
export interface Command {
  readonly positionals: readonly Positional[];
  readonly flags: Readonly<Record<string, Flag>>;
  readonly examples: readonly (readonly [command: string, explanation: string])[];
  /** Paragraphs under the options, e.g. exit codes. */
  readonly notes?: readonly string[];
  /** Usage errors end with `{"status":"refused"}` on stdout, as for every refusal of `run` and `resume`. */
  readonly reportsRefusal?: true;
  /** Returns the exit code. */
  run(args: Args, io: Io): Promise<number>;
}

/** A line of the registry: enough for `attractor --help` without loading the command. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  load(): Promise<Command>;
}

/** A line of the registry that has commands of its own, each with both words as its name: `study check`. */
export interface CommandGroup {
  readonly name: string;
  readonly summary: string;
  subcommands(): Promise<readonly CommandEntry[]>;
}

/** A failure whose message is for the user as it stands: what happened, where, what to do. Exit code 2 unless said otherwise. */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly exitCode: number;
  /** What programs are told where it is not the message: stderr may have shown more already. */
  readonly reason: string;

  constructor(message: string, exitCode = 2, reason: string = message) {
    super(message);
    this.exitCode = exitCode;
    this.reason = reason;
  }
}
