import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** A process that cannot be confused with a later one of the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, in the system's own unit; empty when the system does not tell. */
  readonly start: string;
  readonly host: string;
  /** Where process numbers mean the same: boot and pid namespace on Linux, the host elsewhere. */
  readonly domain: string;
}

let own: ProcessIdentity | undefined;

export function ownIdentity(): ProcessIdentity {
  own ??= { pid: process.pid, start: startOf(process.pid) ?? '', host: hostname(), domain: ownDomain() };
  return own;
}

/** Whether a process is running; `unknown` when its numbers belong to another machine, boot or container. */
export function liveness(identity: ProcessIdentity): 'alive' | 'dead' | 'unknown' {
  if (identity.domain !== ownIdentity().domain) return 'unknown';
  const start = startOf(identity.pid);
  if (start === undefined) return 'dead';
  return start === '' || identity.start === '' || start === identity.start ? 'alive' : 'dead';
}

function ownDomain(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return `host ${hostname()}`;
  }
}

/** Start of a running process; undefined when there is none. A killed process that nobody has reaped yet is none. */
function startOf(pid: number): string | undefined {
  return process.platform === 'linux' ? linuxStart(pid) : otherStart(pid);
}

function linuxStart(pid: number): string | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return undefined;
  }
  // The command name, second field, may hold spaces and parentheses: count from its end.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const state = fields[0] ?? '';
  return state === 'Z' || state === 'X' || state === 'x' ? undefined : (fields[19] ?? '');
}

function otherStart(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return undefined;
  }
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}
