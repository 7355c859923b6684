import { type Graph, isEngineKey, type Node } from '@attractor/pipeline';
import type { Map } from 'immutable';
import type { Json, JsonObject } from '../json.ts';
import { failureClassOf, failureReasonOf, type Outcome } from '../outcome.ts';

export interface AppliedUpdates {
  readonly context: Map<string, Json>;
  /** Reported keys that only the engine may write. */
  readonly rejected: readonly string[];
  /** Reported keys that were applied. */
  readonly accepted: JsonObject;
  /** Every key this outcome wrote. */
  readonly written: ReadonlySet<string>;
}

/** Applies what a node leaves in the context: reported updates, the handler's own keys, tool results, and the engine's keys (engine.md 1a). */
export function applyOutcome(context: Map<string, Json>, graph: Graph, node: Node, outcome: Outcome, retries: number): AppliedUpdates {
  const isNode = (id: string): boolean => graph.nodes.has(id);
  const rejected: string[] = [];
  const accepted: [string, Json][] = [];
  const written = new Set<string>();
  const next = context.withMutations((draft) => {
    const set = (key: string, value: Json): void => {
      draft.set(key, value);
      written.add(key);
    };
    for (const [key, value] of Object.entries(outcome.contextUpdates)) {
      if (isEngineKey(key, isNode) && key !== node.id && !key.startsWith(`${node.id}.`)) {
        rejected.push(key);
        continue;
      }
      accepted.push([key, value]);
      set(key, value);
    }
    for (const [key, value] of Object.entries(outcome.systemUpdates ?? {})) set(key, value);
    if (outcome.tool !== undefined) {
      for (const prefix of ['tool', node.id]) {
        set(`${prefix}.output`, outcome.tool.output);
        set(`${prefix}.last_line`, outcome.tool.lastLine);
        set(`${prefix}.exit_code`, outcome.tool.exitCode === null ? '' : String(outcome.tool.exitCode));
        set(`${prefix}.stderr_tail`, outcome.tool.stderrTail);
      }
    }
    draft.set('outcome', outcome.status);
    draft.set('failure_class', failureClassOf(outcome));
    draft.set('failure_reason', failureReasonOf(outcome));
    if (outcome.preferredLabel !== undefined && outcome.preferredLabel !== '') set('preferred_label', outcome.preferredLabel);
    if (retries > 0 || draft.has(`internal.retry_count.${node.id}`)) draft.set(`internal.retry_count.${node.id}`, retries);
  });
  return { context: next, rejected, accepted: Object.fromEntries(accepted), written };
}

/** At a `loop_restart`, the plain tool keys move to `previous.*` and the label of the last pass is forgotten (engine.md 7). */
export function restartContext(context: Map<string, Json>, iteration: number): Map<string, Json> {
  return context.withMutations((draft) => {
    for (const key of ['tool.output', 'tool.last_line', 'tool.exit_code', 'tool.stderr_tail']) {
      const value = draft.get(key);
      if (value === undefined) continue;
      draft.set(`previous.${key}`, value);
      draft.delete(key);
    }
    draft.delete('preferred_label');
    draft.set('iteration', String(iteration));
    draft.set('loop_count', String(iteration));
  });
}
