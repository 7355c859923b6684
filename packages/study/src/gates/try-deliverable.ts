import { presentDeliverable } from './deliverables.ts';
import { timeCeilingMs } from './gate-text.ts';
import { executionFailure, type GateOptions } from './reproduce.ts';
import { runDeliverable } from './run-deliverable.ts';
import { openSandbox, restoreLive } from './sandbox.ts';

export type Trial =
  | { readonly kind: 'absent' }
  | { readonly kind: 'ran'; readonly file: string; readonly problem?: string; readonly stdout: string; readonly stderr: string };

/** Executes the deliverable as the gate does, in a sandbox, and checks nothing but its end: to see what it prints. */
export async function tryDeliverable(options: GateOptions & { readonly places: NonNullable<GateOptions['places']> }): Promise<Trial> {
  const { settings, study, places } = options;
  const file = presentDeliverable(study, settings);
  if (file === undefined) return { kind: 'absent' };
  const timeoutMs = timeCeilingMs(settings);
  const { sandbox, live } = await openSandbox(places);
  try {
    const execution = await runDeliverable({ ...options, file, sandbox, timeoutMs });
    await restoreLive(places, live, options.othersMayAppend ?? false);
    const problem = executionFailure(file, execution, timeoutMs);
    const { stdout, stderr } = 'stdout' in execution ? execution : { stdout: '', stderr: '' };
    return { kind: 'ran', file, stdout, stderr, ...(problem === undefined ? {} : { problem }) };
  } finally {
    sandbox.remove();
  }
}
