import { nodeValue } from '@attractor/pipeline';
import { passed } from '../outcome.ts';
import type { Done } from './completion.ts';
import type { Transition } from './transition.ts';

/** Declared `outputs` that a passed node did not give: by a context update, `parse_json`, or a field of its response object (engine.md 3.11). */
export function reportContracts(t: Transition, { frame, node, outcome, written }: Done): void {
  const declared = nodeValue(node, 'outputs');
  if (declared.length === 0 || !passed(outcome) || t.state.simulated) return;
  const answer = outcome.systemUpdates?.[node.id];
  const fields = answer !== null && typeof answer === 'object' && !Array.isArray(answer) ? Object.keys(answer) : [];
  const emitted = new Set([...written, ...fields]);
  const missing = declared.filter((key) => !emitted.has(key));
  if (missing.length === 0) return;
  t.emit({ type: 'contract.violation', node: node.id, declared, emitted: [...emitted].sort(), missing }, t.frame(frame).branch);
}
