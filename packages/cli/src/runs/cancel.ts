import { hostname } from 'node:os';
import { type Args, UserError } from '../command.ts';
import type { Io } from '../terminal/io.ts';
import { openRun } from './open-run.ts';

const graceMs = 10_000;
const pollMs = 50;

/** `attractor cancel RUN`: asks the process that executes the run to stop and waits until it has. */
export async function cancelRun(args: Args, io: Io): Promise<number> {
  const { lockOwner } = await import('@attractor/engine');
  const run = await openRun(args.positionals[0] ?? '', io);
  const owner = run.owner;
  if (owner === undefined) {
    io.err(`No process executes run ${run.id}; it is ${run.status}. Nothing to cancel.`);
    return 1;
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
