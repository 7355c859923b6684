import { jsonText } from '../json.ts';
import { RunRefused, type RunResult } from '../run-options.ts';
import type { Services } from '../services.ts';
import { continueSession, readBefore } from './resume-session.ts';
import { runChild } from './run-child.ts';
import { runResult } from './run-result.ts';
import { storedGraph } from './stored-graph.ts';

/**
 * Ends a run that no process executes and that would go on (it is parked, halted, or was interrupted) as `cancelled`: none of its
 * nodes is started, its open questions take no answer any more, and a resume is still possible (engine.md 6, 13). Rejects with a
 * `StoreError` when its storage fails.
 */
export async function cancelRun(directory: string, reason: string, services: Pick<Services, 'clock' | 'environment'>): Promise<RunResult> {
  const before = readBefore(directory);
  const session = await continueSession(
    {
      graph: storedGraph(directory, before.graphs),
      directory,
      services: { ...services, ...nothing },
      mode: 'off',
      durability: 'process',
      workingDirectory: jsonText(before.manifest['cwd']),
      secrets: new Map(),
      parameters: new Map(),
      // A run that had not begun has no segment to resume: it begins, and this ends it.
      signal: AbortSignal.abort(reason),
      rootDirectory: directory,
      branchPrefix: '',
      ancestors: [],
      runChild,
    },
    before,
    { limits: {}, context: {}, cancel: reason },
  );
  return runResult(session, directory);
}

function nobody(): never {
  throw new RunRefused('cancelled', 'a run that is being cancelled starts nothing');
}

const nothing: Omit<Services, 'clock' | 'environment'> = {
  handlers: { register: nobody, resolve: nobody },
  backends: { register: nobody, get: nobody, names: () => [] },
  backend: { default: 'none' },
  interviewer: { parks: false, ask: nobody, inform: () => {} },
  random: () => 0,
  sinks: [],
  finalizers: [],
};
