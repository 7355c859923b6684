import type { BackendRequest } from '@attractor/engine';
import { edgeValue, flowOut, nodeValue } from '@attractor/pipeline';

/** How the model tells the outcome where it has tools (backends.md 2). */
export function reportByTool(request: BackendRequest): string {
  const gate = isGate(request)
    ? 'This task is a gate: without a report it does not count as passed. Report success only for what you have checked yourself.'
    : 'If you end without a report, the task counts as done.';
  const schema =
    request.responseSchema === undefined ? '' : 'Write the JSON answer that is asked for as text in the same turn, before the call.';
  return [
    'When the task is finished, or cannot be done, call report_outcome as your last action.',
    gate,
    schema,
    routes(request, 'preferred_label'),
  ]
    .filter((line) => line !== '')
    .join('\n');
}

/** The same where there are no tools: a JSON object at the end of the text. */
export function reportByText(request: BackendRequest): string {
  if (request.responseSchema !== undefined) return 'Answer with nothing but JSON that fits the schema.';
  const form =
    'End your answer with a JSON object such as {"status": "success", "notes": "why"}; status is success, partial_success, retry, fail or skipped.';
  const gate = isGate(request) ? 'This task is a gate: without such an object it does not count as passed.' : '';
  return [form, gate, routes(request, '"preferred_label"')].filter((line) => line !== '').join('\n');
}

function isGate({ node }: BackendRequest): boolean {
  return nodeValue(node, 'goal_gate');
}

/** The labels of the ways on, so that a choice can be named. */
function routes({ invocation, node }: BackendRequest, field: string): string {
  const labels = flowOut(invocation.graph, node.id).flatMap((edge) => {
    const label = edgeValue(edge, 'label')?.trim() ?? '';
    return label === '' ? [] : [JSON.stringify(label)];
  });
  return labels.length === 0 ? '' : `To choose how the pipeline goes on, set ${field} to one of: ${[...new Set(labels)].join(', ')}.`;
}
