import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, type Invocation, type Outcome, partialSuccess, retry, skipped, success } from '@attractor/engine';
import { type NodePlan, type Plan, saysAt } from '../support/random-plan.ts';
import type { Work } from '../support/run-graph.ts';

/** Handlers that act out a plan. `done`: calls completed before this process began, by node. */
export function players(plan: Plan, done: ReadonlyMap<string, number> = new Map()): Record<string, Work> {
  const works: Record<string, Work> = {};
  for (const node of plan.nodes.values()) {
    works[node.id] = (invocation, call) => act(node, (done.get(node.id) ?? 0) + call - 1, invocation);
  }
  return works;
}

function act(node: NodePlan, call: number, { workingDirectory }: Invocation): Outcome {
  const says = saysAt(node, call);
  if (node.flags.must_write && says.artefact) writeFileSync(join(workingDirectory, `${node.id}.txt`), `call ${call}`);
  const extra = {
    contextUpdates: says.writes,
    suggestedNextIds: says.suggest === '' ? [] : [says.suggest],
    ...(says.label === '' ? {} : { preferredLabel: says.label }),
    notes: `call ${call}`,
  };
  switch (says.status) {
    case 'success':
      return success(says.explicit, extra);
    case 'partial_success':
      return partialSuccess(says.explicit, extra);
    case 'fail':
      return fail('deterministic', `${node.id} failed at call ${call}`, { ...extra, isExplicit: says.explicit });
    case 'retry':
      return retry(`${node.id} asks for a retry at call ${call}`, extra);
    case 'skipped':
      return { ...skipped(`${node.id} skipped itself`), ...extra };
  }
}
