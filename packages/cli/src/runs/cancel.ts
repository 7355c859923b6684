import { hostname } from 'node:os';
import { type Args, UserError } from '../command.ts';
import type { Io } from '../terminal/io.ts';
import { openRun } from './open-run.ts';

const graceMs = 10_000;
const pollMs = 50;

/** States in which a run that no process executes would still go on. */
const waiting = ['parked', 'halted', 'interrupted'];

/**
 * `attractor cancel RUN`: asks the process that executes the run to stop and waits until it has. A run that nobody executes and that
 * would go on ends here: its questions take no answer any more.
 */
export async function cancelRun(args: Args, io: Io): Promise<number> {
  const engine = await import('@attractor/engine');
  const { lockOwner } = engine;
  const run = await openRun(args.positionals[0] ?? '', io);
  const owner = run.owner;
  if (owner === undefined) {
    if (!waiting.includes(run.status)) {
      io.err(`No process executes run ${run.id}; it is ${run.status}. Nothing to cancel.`);
      return 1;
    }
    await engine.cancelRun(run.directory, 'cancelled by attractor cancel', { clock: engine.systemClock, environment: io.environment });
    io.err(`Cancelled run ${run.id}, which was ${run.status}. Go on with it after all: attractor resume ${run.id}`);
    return 0;
  }
  if (owner.host !== hostname())
    throw new UserError(`cancel: run ${run.id} is executed on ${owner.host} by process ${owner.pid}; cancel it there`);
  try {
    process.kill(owner.pid, 'SIGTERM');
  } catch (error) {
    const denied = typeof error === 'object' && error !== null && 'code' in error && error.code === 'EPERM';
    if (denied) throw new UserError(`cancel: process ${owner.pid} belongs to another user; it still executes run ${run.id}`, 1);
    // It ended between looking and asking: the wait below sees that.
  }
  const deadline = performance.now() + graceMs;
  while (lockOwner(run.directory)?.pid === owner.pid) {
    if (performance.now() > deadline)
      throw new UserError(`cancel: process ${owner.pid} was told to stop and has not yet; see \`attractor status ${run.id}\``, 1);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  io.err(`Cancelled run ${run.id} (process ${owner.pid}). Go on with it: attractor resume ${run.id}`);
  return 0;
}
