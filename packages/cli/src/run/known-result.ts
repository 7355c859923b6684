import { addUsage, type JsonObject, noUsage, type RunEvent, type RunResult, readManifest, readTrace, type Usage } from '@attractor/engine';

/** What a run that its storage failed has done, as far as it can be said: its files may hold less than its events told, or more. */
export interface KnownResult {
  event(event: RunEvent): void;
  result(reason: string): RunResult;
}

/** Watches the events of one execution, so that a storage failure does not hide what ran, how long, and what it cost (files.md 3). */
export function knownResult(directory: string, now: () => number = () => performance.now()): KnownResult {
  const begun = now();
  const nodes: string[] = [];
  let runId = '';
  let usage: Usage = noUsage;
  return {
    event(event) {
      runId = event.run;
      if (event.type === 'node.completed' || event.type === 'node.skipped') nodes.push(event.node);
      // What a child uses is told again by the node that ran it.
      const isOfChild = /(?:^|>)(?:subgraph|cycle):/.test(event.branch ?? '');
      if (!isOfChild && (event.type === 'node.completed' || event.type === 'node.retrying')) usage = addUsage(usage, event.usage);
    },
    result(reason) {
      const before = earlier(directory);
      const traced = tracedNodes(directory);
      return {
        status: 'fail',
        reason,
        notes: '',
        runId,
        directory,
        nodes: traced.length >= nodes.length ? traced : nodes,
        durationMs: before.durationMs + (now() - begun),
        usage: addUsage(before.usage, usage),
        handled: [],
        questions: [],
      };
    },
  };
}

/** The segments before this one, by the manifest. */
function earlier(directory: string): { readonly durationMs: number; readonly usage: Usage } {
  const none = { durationMs: 0, usage: noUsage };
  try {
    const { duration_ms, usage } = readManifest(directory);
    return {
      durationMs: typeof duration_ms === 'number' ? duration_ms : 0,
      usage: typeof usage === 'object' && usage !== null && !Array.isArray(usage) ? usageOf(usage as JsonObject) : none.usage,
    };
  } catch {
    return none;
  }
}

/** A manifest's usage has the engine's own members. */
function usageOf(stored: JsonObject): Usage {
  const numbers = Object.entries(stored).filter(([, value]) => typeof value === 'number');
  return { ...noUsage, ...Object.fromEntries(numbers) };
}

function tracedNodes(directory: string): string[] {
  try {
    return readTrace(directory).map((line) => line.node_id);
  } catch {
    return [];
  }
}
