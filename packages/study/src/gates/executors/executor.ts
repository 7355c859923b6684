/** How a deliverable of one type is executed (RG-13). */
export interface Executor {
  /** With the dot. */
  readonly type: string;
  /** What it needs, or why it cannot be had here (C10). */
  program(host: Host): Program;
  /** Arguments of the program for a file, given by its name in the working directory. */
  arguments(file: string, sandbox: string): readonly string[];
  /** What it printed, where the program does not print it itself. */
  printed?(sandbox: string): string;
}

export type Program =
  | { readonly ok: true; readonly path: string; readonly before?: readonly string[] }
  | { readonly ok: false; readonly problem: string };

/** What executors find on this machine. */
export interface Host {
  readonly environment: Readonly<Record<string, string>>;
  /** This Node: its program and version. */
  readonly node: { readonly path: string; readonly version: string };
  /** The `attractor` command, program first; absent: looked for on the PATH. */
  readonly attractor?: readonly string[];
}
