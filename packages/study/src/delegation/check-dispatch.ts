import { findTarget } from '../team/find-target.ts';
import { type Caller, identityOf } from '../tools/study-tool.ts';
import type { DelegationRequest } from './delegations.ts';
import type { DelegationNeeds } from './needs.ts';

/** The target of a request, or the text that refuses it. */
export type DispatchCheck = { readonly kind: 'go'; readonly target: string } | { readonly kind: 'refused'; readonly text: string };

/** The checks before a delegation starts, in their order (DE-13). None of them gives out an id or writes a row of the log. */
export function checkDispatch(needs: DelegationNeeds, caller: Caller, request: DelegationRequest): DispatchCheck {
  const refused = (text: string): DispatchCheck => ({ kind: 'refused', text });

  // Looks at the stop request; what it has to say is kept for the note after this result.
  needs.notices.urgent(caller);
  const stopped = needs.stopping.refusal();
  if (stopped !== undefined) return refused(refusal(stopped));

  const open = needs.registry.childrenOf(identityOf(caller)).filter((entry) => entry.status === 'OpenForReview');
  if (open.length > 0) {
    const ids = open.map((entry) => entry.id).join(', ');
    return refused(
      `REFUSED: open for review: ${ids}. Read each with Wait(id), then finish it with SendMessage(to=id, message, approve=true) or ask for more with SendMessage(to=id, message); then delegate.`,
    );
  }

  const cutoff = needs.budgets.cutoff();
  if (cutoff !== undefined) {
    const text = refusal(cutoff);
    needs.recorder.intervention({
      node: caller.node,
      type: 'DELEGATE_CUTOFF',
      message: text,
      told: true,
      extra: { target: request.target },
    });
    return refused(text);
  }

  const found = findTarget(needs.team, caller.node, request.target);
  if (found.kind === 'none') return refused(`ERROR: ${found.message}`);
  if (found.alias) {
    const message = `${JSON.stringify(request.target)} was taken for ${found.target}`;
    needs.recorder.intervention({
      node: caller.node,
      type: 'TARGET_ALIAS',
      message,
      told: false,
      extra: { written: request.target, target: found.target },
    });
  }

  const cited = needs.checkHypotheses?.(caller, { ...request, target: found.target });
  if (cited !== undefined) return refused(`ERROR: ${cited}`);
  const nudge = needs.nudge?.(caller, { ...request, target: found.target });
  if (nudge !== undefined) return refused(refusal(nudge));
  return { kind: 'go', target: found.target };
}

/** A rule's text, which may bring its first word itself. */
function refusal(text: string): string {
  return text.startsWith('REFUSED:') ? text : `REFUSED: ${text}`;
}
