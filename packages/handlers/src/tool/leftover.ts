import { readdirSync, readFileSync } from 'node:fs';
import { terminateGroup } from './process-group.ts';

/**
 * Ends what an interrupted attempt of the same visit left running: after a kill -9 of the engine its tool lives on, and must
 * not work beside the attempt that a resume starts (engine.md 14). Its environment proves whose it is. Linux only: elsewhere
 * no process tells its environment.
 */
export async function endLeftovers(statusFile: string, visit: number): Promise<void> {
  await Promise.all([...leftoverGroups(statusFile, visit)].map((group) => terminateGroup(group)));
}

function leftoverGroups(statusFile: string, visit: number): ReadonlySet<number> {
  const groups = new Set<number>();
  if (process.platform !== 'linux') return groups;
  const own = groupOf('self');
  for (const name of processes()) {
    if (!/^\d+$/.test(name) || !isOurs(name, statusFile, visit)) continue;
    const group = groupOf(name);
    // A resume that was itself started by that tool is no leftover.
    if (group !== undefined && group !== own) groups.add(group);
  }
  return groups;
}

function processes(): string[] {
  try {
    return readdirSync('/proc');
  } catch {
    return [];
  }
}

/** The path of the status file names the run, the branch and the node. */
function isOurs(name: string, statusFile: string, visit: number): boolean {
  try {
    const variables = readFileSync(`/proc/${name}/environ`, 'utf8').split('\0');
    return variables.includes(`ATTRACTOR_STATUS_FILE=${statusFile}`) && variables.includes(`ATTRACTOR_VISIT=${visit}`);
  } catch {
    // It has ended, or belongs to somebody else.
    return false;
  }
}

function groupOf(name: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
    const group = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);
    return Number.isInteger(group) && group > 1 ? group : undefined;
  } catch {
    return undefined;
  }
}
