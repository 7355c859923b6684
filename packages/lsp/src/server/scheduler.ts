import type { Snapshot } from '../document/snapshot.ts';
import { diagnose, type Findings } from '../service/diagnostics.ts';

export interface SchedulerOptions {
  snapshot(uri: string): Snapshot | undefined;
  publish(snapshot: Snapshot, findings: Findings): void;
  /** Milliseconds that rules may take in all; then the rest is left out. */
  readonly deadline?: number;
}

/** Makes findings in the background: after a pause in typing, in slices, and never for a text that is no longer the newest. */
export interface Scheduler {
  changed(uri: string): void;
  closed(uri: string): void;
  /** Findings that stand for exactly this snapshot. */
  findings(snapshot: Snapshot): Findings | undefined;
}

/** Between two slices the server answers requests. */
const SLICE = 15;
/** Small files are checked at once; a large one waits about as long as its last check took. */
const LONGEST_PAUSE = 250;
const DEADLINE = 10_000;

interface Entry {
  /** Counts texts: a check that belongs to an older one stops. */
  generation: number;
  timer: NodeJS.Timeout | undefined;
  /** What the last check cost, in milliseconds. */
  cost: number;
  done: { readonly snapshot: Snapshot; readonly findings: Findings } | undefined;
}

export function createScheduler(options: SchedulerOptions): Scheduler {
  const entries = new Map<string, Entry>();
  const check = async (uri: string, entry: Entry): Promise<void> => {
    const { generation } = entry;
    const snapshot = options.snapshot(uri);
    if (snapshot === undefined) return;
    const findings = await inSlices(snapshot, options.deadline ?? DEADLINE, () => entry.generation !== generation, entry);
    if (findings === undefined) return;
    entry.done = { snapshot, findings };
    options.publish(snapshot, findings);
  };
  return {
    changed: (uri) => {
      const entry = entries.get(uri) ?? { generation: 0, timer: undefined, cost: 0, done: undefined };
      entries.set(uri, entry);
      entry.generation++;
      clearTimeout(entry.timer);
      entry.timer = setTimeout(() => void check(uri, entry), Math.min(entry.cost, LONGEST_PAUSE));
    },
    closed: (uri) => {
      const entry = entries.get(uri);
      entries.delete(uri);
      if (entry === undefined) return;
      entry.generation++;
      clearTimeout(entry.timer);
    },
    findings: (snapshot) => {
      const done = entries.get(snapshot.uri)?.done;
      return done?.snapshot === snapshot ? done.findings : undefined;
    },
  };
}

/** Undefined when a newer text came before the end. */
async function inSlices(snapshot: Snapshot, deadline: number, isOld: () => boolean, entry: Entry): Promise<Findings | undefined> {
  let worked = 0;
  let sliceStart = performance.now();
  const expired = (): boolean => worked + performance.now() - sliceStart > deadline;
  const steps = diagnose(snapshot, { expired, basis: entry.done?.findings.basis });
  for (;;) {
    const step = steps.next();
    const now = performance.now();
    if (step.done === true) {
      entry.cost = worked + now - sliceStart;
      return step.value;
    }
    if (now - sliceStart < SLICE) continue;
    worked += now - sliceStart;
    await new Promise(setImmediate);
    if (isOld()) return undefined;
    sliceStart = performance.now();
  }
}
