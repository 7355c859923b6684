import { chmodSync, copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';

export interface Step {
  readonly line?: string;
  readonly base64?: string;
  readonly repeat?: string;
  readonly times?: number;
  readonly stderr?: string;
  readonly sleep?: number;
  readonly ignoreTerm?: boolean;
  readonly stubborn?: string;
  readonly escape?: boolean;
  readonly hold?: boolean;
  readonly statusFile?: string;
  readonly kill?: string;
  readonly exit?: number;
}

/** How the stand-in was called. */
export interface Seen {
  readonly args: readonly string[];
  readonly stdin: string;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly pid: number;
}

export interface StandIn {
  readonly folder: string;
  readonly environment: Record<string, string>;
  /** What it plays, call by call; what it saw before is forgotten. */
  plays(...runs: (readonly Step[])[]): void;
  seen(): readonly Seen[];
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A real program on a PATH of its own. */
export function standIn(name: string, options: { readonly version?: string; readonly versionExit?: number } = {}): StandIn {
  const folder = mkdtempSync(join(tmpdir(), 'attractor-stand-in-'));
  folders.push(folder);
  const program = join(folder, name);
  copyFileSync(fileURLToPath(new URL('stand-in.mjs', import.meta.url)), program);
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  chmodSync(program, 0o755);
  const seen = join(folder, 'seen.jsonl');
  const plays = (...runs: (readonly Step[])[]): void => {
    rmSync(seen, { force: true });
    writeFileSync(join(folder, 'script.json'), JSON.stringify({ ...options, runs }));
  };
  plays([]);
  const path = [folder, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);
  return {
    folder,
    environment: { PATH: path, HOME: folder },
    plays,
    seen: () =>
      existsSync(seen)
        ? readFileSync(seen, 'utf8')
            .trimEnd()
            .split('\n')
            .map((line) => JSON.parse(line) as Seen)
        : [],
  };
}

interface Recording {
  readonly stdout: readonly string[];
  readonly stderr: readonly string[];
  readonly exit: number | null;
}

/** What the real agent printed once (`npm run test:agents -- --record`). */
function recording(agent: string, name: string): Recording {
  const path = new URL(`../recordings/${agent}/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(path, 'utf8')) as Recording;
}

/** The same, played by the stand-in. */
export function played(agent: string, name: string): Step[] {
  const { stdout, stderr, exit } = recording(agent, name);
  return [
    ...stdout.map((line): Step => ({ line })),
    { stderr: stderr.join('\n') },
    // One that was ended while it went on repeating its call.
    exit === null ? { sleep: 60_000 } : { exit },
  ];
}

/** Command lines of living processes that hold a text. */
export function processesWith(text: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      try {
        const zombie = /\) [ZX] /.test(readFileSync(`/proc/${name}/stat`, 'latin1'));
        const line = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return line.includes(text) && !zombie ? [line] : [];
      } catch {
        return [];
      }
    });
}
