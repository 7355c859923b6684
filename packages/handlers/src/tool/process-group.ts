import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Time between TERM and KILL (engine.md 4). */
const graceMs = 2000;

/** How long helpers of a finished shell, such as `> >(tee log)`, may take to end by themselves. */
const settleMs = 250;

/** Ends every process of a group: TERM, 2 s, KILL. Resolves when none is left, or after KILL when the kernel holds one. */
export async function terminateGroup(group: number): Promise<void> {
  signalGroup(group, 'SIGTERM');
  if (await isGone(group, graceMs)) return;
  signalGroup(group, 'SIGKILL');
  await isGone(group, graceMs);
}

/** After its shell has ended, no process of the group may outlive the node (engine.md 4): short wait, then `terminateGroup`. */
export async function clearGroup(group: number): Promise<void> {
  if (await isGone(group, settleMs)) return;
  await terminateGroup(group);
}

/**
 * Ends what a killed command started outside its group (`setsid`), where the system shows the environment of processes
 * (Linux): each process that carries `variable`, which no other command has. TERM, 2 s, KILL.
 */
export async function terminateMarked(variable: string): Promise<void> {
  const deadline = performance.now() + graceMs;
  for (let pids = markedProcesses(variable), first = true; pids.length > 0; pids = markedProcesses(variable), first = false) {
    const late = performance.now() >= deadline;
    if (first || late) for (const pid of pids) signalProcess(pid, late ? 'SIGKILL' : 'SIGTERM');
    if (performance.now() >= deadline + graceMs) return;
    await sleep(50);
  }
}

function markedProcesses(variable: string): number[] {
  if (process.platform !== 'linux') return [];
  const wanted = `\0${variable}\0`;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => {
      try {
        return `\0${readFileSync(`/proc/${name}/environ`, 'utf8')}`.includes(wanted);
      } catch {
        return false;
      }
    })
    .map(Number);
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself.
  }
}

async function isGone(group: number, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  for (let pause = 5; groupLives(group); pause = Math.min(pause * 2, 100)) {
    if (performance.now() >= deadline) return false;
    await sleep(pause);
  }
  return true;
}

function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch {
    // Nothing left to signal.
  }
}

/** Whether the group has a process that still runs. Zombies count for kill(2) but not here: nobody may ever reap an orphan's. */
function groupLives(group: number): boolean {
  try {
    process.kill(-group, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  if (process.platform !== 'linux') return true;
  try {
    return readdirSync('/proc').some((name) => isRunningMember(name, group));
  } catch {
    return true;
  }
}

function isRunningMember(name: string, group: number): boolean {
  if (!/^\d+$/.test(name)) return false;
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
    // pid (name) state ppid pgrp ..; the name may hold anything, also parentheses.
    const [state, , pgrp] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(pgrp) === group && state !== 'Z' && state !== 'X';
  } catch {
    return false;
  }
}
