import type { WorstCase } from '@attractor/pipeline';
import type { Finding } from './report.ts';

/** A fix that was written into a file; the place is where it stood before. */
export interface FixedFinding {
  readonly finding: Finding;
  readonly title: string;
}

/** A file named on the command line, and what was found in it. */
export interface CheckedFile {
  /** As given, `<stdin>` for `-`. */
  readonly file: string;
  /** Absolute; absent for stdin and for what could not be read. */
  readonly path?: string;
  /** In reading order, each once; what `--fix` has changed is not among them. */
  readonly findings: readonly Finding[];
  readonly fixed: readonly FixedFinding[];
  readonly unreadable: boolean;
  /** Why the file could not be read, or not be written. */
  readonly problem?: string;
  readonly worstCase?: WorstCase;
}

/** All files of a call. */
export interface Report {
  readonly files: readonly CheckedFile[];
  readonly errors: number;
  readonly warnings: number;
}
