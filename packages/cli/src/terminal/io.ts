import { type Style, style } from './style.ts';

/** The process's surroundings, as commands see them. stdout carries results, stderr progress and errors (files.md 5). */
export interface Io {
  /** Writes a line of results. */
  out(line: string): void;
  /** Writes text without a line end, e.g. a script or a drawing. */
  outRaw(text: string): void;
  /** Writes a line for people. */
  err(line: string): void;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Live redrawing is welcome: stderr is a terminal, and neither CI nor NO_COLOR nor a dumb terminal speaks against it. */
  readonly live: boolean;
  readonly stdinIsTerminal: boolean;
  readonly stdoutStyle: Style;
  readonly stderrStyle: Style;
  /** Columns of stdout for tables; 80 without a terminal of known width. */
  readonly columns: number;
}

/** The real process. A reader that went away (EPIPE) is no error: output stops, the work goes on. */
export function processIo(): Io {
  const environment = process.env;
  let outOpen = true;
  let errOpen = true;
  process.stdout.on('error', () => {
    outOpen = false;
  });
  process.stderr.on('error', () => {
    errOpen = false;
  });
  const forbidden = set(environment['NO_COLOR']) || environment['TERM'] === 'dumb';
  const quiet = forbidden || set(environment['CI']);
  return {
    out: (line) => void (outOpen && process.stdout.write(`${line}\n`)),
    outRaw: (text) => void (outOpen && process.stdout.write(text)),
    err: (line) => void (errOpen && process.stderr.write(`${line}\n`)),
    environment,
    cwd: process.cwd(),
    live: process.stderr.isTTY === true && !quiet,
    stdinIsTerminal: process.stdin.isTTY === true,
    stdoutStyle: style(process.stdout.isTTY === true && !forbidden),
    stderrStyle: style(process.stderr.isTTY === true && !forbidden),
    columns: process.stdout.columns > 0 ? process.stdout.columns : 80,
  };
}

function set(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}
