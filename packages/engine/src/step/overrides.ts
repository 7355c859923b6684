import { type Node, nodeValue } from '@attractor/pipeline';
import { type Outcome, override, passed } from '../outcome.ts';
import type { Completion } from './completion.ts';

/** Overrides in their order: `auto_status`, `continue_on_fail`, and last the artefact contract, which nothing softens (§27). */
export function overrides(node: Node, { outcome, artefact, ran }: Completion): { outcome: Outcome; handled?: string } {
  let result = outcome;
  let handled: string | undefined;
  if (ran && result.status === 'skipped' && nodeValue(node, 'auto_status')) {
    result = override(result, { status: 'success', notes: 'auto-status: the handler completed without a status' });
  }
  if (result.status === 'fail' && nodeValue(node, 'continue_on_fail') && result.failureClass !== 'budget' && result.terminal !== true) {
    handled = result.failureReason;
    result = override(result, { status: 'success', notes: `continued after a failure: ${result.failureReason}` });
  }
  if (artefact !== undefined && passed(result)) {
    const reason = handled === undefined || handled.includes(artefact) ? (handled ?? artefact) : `${artefact} (after: ${handled})`;
    return { outcome: override(result, { status: 'fail', failureClass: 'contract', failureReason: reason }) };
  }
  return handled === undefined ? { outcome: result } : { outcome: result, handled };
}
