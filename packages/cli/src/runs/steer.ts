import { type Args, UserError } from '../command.ts';
import type { Io } from '../terminal/io.ts';
import { openRun, userErrors } from './open-run.ts';

/** How a run can have ended so that nobody will read what it is told. */
const over = ['success', 'partial_success', 'fail'];

/** `attractor steer RUN TEXT` (engine.md 11): leaves a message for the run's manager. */
export async function steerRun(args: Args, io: Io): Promise<number> {
  const [name = '', ...words] = args.positionals;
  const text = words.join(' ').trim();
  if (text === '') throw new UserError('steer: say what to tell the run, e.g. attractor steer latest "keep the public names"');
  const run = await openRun(name, io);
  if (over.includes(run.status)) {
    io.err(`Run ${run.id} is over (${run.status}); nobody would read that.`);
    return 1;
  }
  const { addSteering } = await import('@attractor/handlers');
  const { id } = userErrors(() => addSteering(run.directory, text));
  const when = run.owner === undefined ? ` It is ${run.status}: read after \`attractor resume ${run.id}\`.` : '';
  io.err(`Left message ${id} for run ${run.id}.${when}`);
  return 0;
}
